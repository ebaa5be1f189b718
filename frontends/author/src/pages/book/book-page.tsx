import { PageSpinner } from '@inkbear/ui-kit/page-spinner.tsx';
import { isNotFound } from '@inkbear/web-kit/api-error.ts';
import { useSession } from '@inkbear/web-kit/session.tsx';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { bookQuery } from '../../features/books/books.api.ts';
import { chaptersQuery } from '../../features/chapters/chapters.api.ts';
import { BookNotFound, LoadFailed } from '../../ui/load-states.tsx';
import { BookEditor } from './book-editor.tsx';

export default function BookPage() {
  const { id = '' } = useParams();
  const { user } = useSession();
  const book = useQuery(bookQuery(id));
  const chapters = useQuery({ ...chaptersQuery(id), enabled: book.isSuccess });
  if (isNotFound(book.error) || isNotFound(chapters.error)) return <BookNotFound />;
  const failed = book.isError ? book : chapters.isError ? chapters : null;
  if (failed && !failed.data)
    return (
      <LoadFailed title="This book could not be loaded" error={failed.error} onRetry={() => void failed.refetch()} />
    );
  if (!book.data || !chapters.data || !user) return <PageSpinner label="Opening your book…" />;
  return (
    <>
      <title>{`${book.data.title} · Inkbear`}</title>
      <BookEditor key={id} book={book.data} chapters={chapters.data} userId={user.id} />
    </>
  );
}
