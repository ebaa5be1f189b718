import { NewBookForm } from '../../../features/books/components/new-book-form.tsx';
import { prefillNewBook } from '../../../features/books/new-book-draft.ts';
import { knownGenre } from '../known-genre.ts';
import { usePrefillParams } from '../use-prefill-params.ts';

const names = ['title', 'genre', 'outline'] as const;

export default function NewBookTool() {
  usePrefillParams(names, ({ title = '', genre, outline = '' }) =>
    prefillNewBook({ title, genre: knownGenre(genre) ?? '', outline }),
  );
  return <NewBookForm />;
}
