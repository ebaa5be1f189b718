import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { ErrorState } from '@inkbear/ui-kit/error-state.tsx';
import { PageSpinner } from '@inkbear/ui-kit/page-spinner.tsx';
import { isNotFound } from '@inkbear/web-kit/api-error.ts';
import { useSession } from '@inkbear/web-kit/session.tsx';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { bookQuery } from '../../features/books/books.api.ts';
import { chaptersQuery } from '../../features/chapters/chapters.api.ts';
import { BookNotFound, LoadFailed, NotFound } from '../../ui/load-states.tsx';
import { FullChapterLoader } from './full-chapter-loader.tsx';

export default function FullChapterPage() {
  const [search] = useSearchParams();
  const [id, bookId] = [search.get('id') ?? '', search.get('bookId') ?? ''];
  return id === '' || bookId === '' ? <InvalidChapter /> : <Chapter id={id} bookId={bookId} />;
}

function Chapter({ id, bookId }: { id: string; bookId: string }) {
  const { user } = useSession();
  const book = useQuery(bookQuery(bookId));
  const chapters = useQuery(chaptersQuery(bookId));
  if (isNotFound(book.error) || isNotFound(chapters.error)) return <BookNotFound />;
  const failed = [book, chapters].find(({ isError, data }) => isError && data === undefined);
  if (failed)
    return (
      <LoadFailed title="This chapter could not be loaded" error={failed.error} onRetry={() => void failed.refetch()} />
    );
  if (!book.data || !chapters.data || !user) return <PageSpinner label="Opening the chapter…" />;
  const chapter = chapters.data.find((each) => each.id === id);
  if (!chapter)
    return (
      <NotFound
        title="Chapter Not Found"
        text="It is not in this book. It may be in the trash."
        back={{ to: `/book/${bookId}`, label: 'Back to Editor' }}
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
          <PlainButton variant="primary" onClick={goBack}>
            Go Back
          </PlainButton>
        }
      />
    </>
  );
}
