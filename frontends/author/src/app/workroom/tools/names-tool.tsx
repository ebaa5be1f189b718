import { useUpdateBook } from '../../../features/book-details/api/update-book.ts';
import { NameGenerator } from '../../../features/names/components/name-generator.tsx';
import { PenNameDialog } from '../../../features/names/components/pen-name-dialog.tsx';
import type { DeskView } from '../desk-view.ts';
import styles from './names-tool.module.css';

/** The list of names that fits a genre of books. */
const listFor = (genre: string) => {
  if (genre === 'fantasy') return 'fantasy';
  if (genre === 'science-fiction') return 'scifi';
  return genre === 'historical-fiction' || genre === 'history' ? 'historical' : 'modern';
};

export default function NamesTool({ book }: DeskView) {
  const update = useUpdateBook(book.id);
  return (
    <div className={styles['tool']}>
      <NameGenerator genre={listFor(book.genre)} />
      <PenNameDialog
        penName={book.penName}
        canEdit={book.canEdit}
        isSaving={update.isPending}
        onUse={(penName) => update.mutateAsync({ penName })}
      />
    </div>
  );
}
