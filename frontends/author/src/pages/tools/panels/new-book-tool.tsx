import { NewBookForm } from '../../../features/library/components/new-book-form.tsx';
import { beginNewBook } from '../../../features/library/new-book-draft.ts';
import { knownGenre } from '../known-genre.ts';
import { useHandedOver } from '../use-handed-over.ts';

const names = ['title', 'genre', 'outline'] as const;

export default function NewBookTool() {
  useHandedOver(names, ({ title = '', genre, outline = '' }) =>
    beginNewBook({ title, genre: knownGenre(genre) ?? '', outline }),
  );
  return <NewBookForm />;
}
