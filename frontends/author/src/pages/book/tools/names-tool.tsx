import { useUpdateBook } from '../../../features/books/books.api.ts';
import { NameGenerator } from '../../../features/names/components/name-generator.tsx';
import { PenNameDialog } from '../../../features/names/components/pen-name-dialog.tsx';
import { useOpenManuscript } from '../../../manuscript/open-manuscript.ts';
import { useOpenChapter } from '../open-chapter.ts';
import styles from './names-tool.module.css';

/** The name list that fits a genre. */
const nameListFor = (genre: string) => {
  if (genre === 'fantasy') return 'fantasy';
  if (genre === 'science-fiction') return 'scifi';
  return genre === 'historical-fiction' || genre === 'history' ? 'historical' : 'modern';
};

export default function NamesTool() {
  const { canEdit } = useOpenManuscript();
  const { book } = useOpenChapter();
  const update = useUpdateBook(book.id);
  return (
    <div className={styles['tool']}>
      <NameGenerator genre={nameListFor(book.genre)} />
      <PenNameDialog
        penName={book.penName}
        canEdit={canEdit}
        isSaving={update.isPending}
        onUse={(penName) => update.mutateAsync({ penName })}
      />
    </div>
  );
}
