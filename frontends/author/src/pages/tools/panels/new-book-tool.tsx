import { NewBookForm } from '../../../features/books/components/new-book-form.tsx';
import { prefillNewBook } from '../../../features/books/new-book-draft.ts';
import { parseGenre } from '../parse-genre.ts';
import { usePrefillParams } from '../use-prefill-params.ts';

const names = ['title', 'genre', 'outline'] as const;

export default function NewBookTool() {
  usePrefillParams(names, ({ title = '', genre, outline = '' }) =>
    prefillNewBook({ title, genre: parseGenre(genre) ?? '', outline }),
  );
  return <NewBookForm />;
}
