import { ButtonLink, PlainButton } from '@inkbear/ui-kit/button.tsx';
import { ErrorState } from '@inkbear/ui-kit/error-state.tsx';
import { PageSpinner } from '@inkbear/ui-kit/page-spinner.tsx';
import { ApiError } from '@inkbear/web-kit/api-error.ts';
import { useSession } from '@inkbear/web-kit/session.tsx';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { bookQuery } from '../../features/books/books.api.ts';
import { chaptersQuery } from '../../features/chapters/chapters.api.ts';
import { FullChapterLoader } from './full-chapter-loader.tsx';

export default function FullChapterPage() {
  const [search] = useSearchParams();
  const [id, bookId] = [search.get('id') ?? '', search.get('bookId') ?? ''];
  return id === '' || bookId === '' ? <InvalidChapter /> : <Chapter id={id} bookId={bookId} />;
}

function Chapter({ id, bookId }: { id: string; bookId: string }) {
  const { user } = useSession();
  const retry = (count: number, error: unknown) => count < 1 && !isMissing(error);
  const book = useQuery({ ...bookQuery(bookId), retry });
  const chapters = useQuery({ ...chaptersQuery(bookId), retry });
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
  const failed = [book, chapters].find(({ isError, data }) => isError && data === undefined);
  if (failed)
    return (
      <ErrorState
        title="This chapter could not be loaded"
        text="The server did not answer. Nothing you wrote is affected."
        action={
          <PlainButton look="primary" onClick={() => void failed.refetch()}>
            Try again
          </PlainButton>
        }
      />
    );
  if (!book.data || !chapters.data || !user) return <PageSpinner label="Opening the chapter…" />;
  const chapter = chapters.data.find((each) => each.id === id);
  if (!chapter)
    return (
      <ErrorState
        title="Chapter Not Found"
        text="It is not in this book. It may be in the trash."
        action={
          <ButtonLink look="primary" to={`/book/${bookId}`}>
            Back to Editor
          </ButtonLink>
        }
      />
    );
  return (
    <>
      <title>{`${chapter.title} · ${book.data.title} · Inkbear`}</title>
      <FullChapterLoader key={id} book={book.data} chapter={chapter} chapters={chapters.data} userId={user.id} />
    </>
  );
}

function InvalidChapter() {
  const navigate = useNavigate();
  // The first page of a tab has no history entry to go back to.
  const { key } = useLocation();
  const goBack = () => void (key === 'default' ? navigate('/dashboard') : navigate(-1));
  return (
    <>
      <title>Invalid Chapter · Inkbear</title>
      <ErrorState
        title="Invalid Chapter"
        text="Chapter ID or Book ID is missing."
        action={
          <PlainButton look="primary" onClick={goBack}>
            Go Back
          </PlainButton>
        }
      />
    </>
  );
}

const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404;
