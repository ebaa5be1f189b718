import { ButtonLink, PlainButton } from '@inkbear/ui-kit/button.tsx';
import { ErrorState } from '@inkbear/ui-kit/error-state.tsx';
import { PageSpinner } from '@inkbear/ui-kit/page-spinner.tsx';
import { ApiError } from '@inkbear/web-kit/api-error.ts';
import { useSession } from '@inkbear/web-kit/session.tsx';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { bookQuery } from '../../features/books/books.api.ts';
import { chaptersQuery } from '../../features/chapters/chapters.api.ts';
import { AntdThemeProvider } from '../../app/antd-theme-provider.tsx';
import { BookEditor } from './book-editor.tsx';

export default function BookPage() {
  const { id = '' } = useParams();
  const { user } = useSession();
  const book = useQuery({
    ...bookQuery(id),
    retry: (count, error) => count < 1 && !isMissing(error),
  });
  const chapters = useQuery({ ...chaptersQuery(id), enabled: book.isSuccess });
  if (isMissing(book.error) || isMissing(chapters.error)) {
    return (
      <ErrorState
        title="Book Not Found"
        text="It is not in your library: it may have been deleted, or it belongs to someone else."
        action={
          <ButtonLink look="primary" to="/dashboard">
            Back to the dashboard
          </ButtonLink>
        }
      />
    );
  }
  const failed = book.isError ? book : chapters.isError ? chapters : null;
  if (failed && !failed.data) {
    return (
      <ErrorState
        title="This book could not be loaded"
        text="The server did not answer. Nothing you wrote is affected."
        action={
          <PlainButton look="primary" onClick={() => void failed.refetch()}>
            Try again
          </PlainButton>
        }
      />
    );
  }
  if (!book.data || !chapters.data || !user) return <PageSpinner label="Opening your book…" />;
  return (
    <>
      <title>{`${book.data.title} · Inkbear`}</title>
      <AntdThemeProvider>
        <BookEditor key={id} book={book.data} chapters={chapters.data} userId={user.id} />
      </AntdThemeProvider>
    </>
  );
}

const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404;
