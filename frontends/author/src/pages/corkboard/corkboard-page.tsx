import type { Book } from '@inkbear/contracts/books/book';
import { ButtonLink } from '@inkbear/ui-kit/button.tsx';
import { PageSpinner } from '@inkbear/ui-kit/page-spinner.tsx';
import { isNotFound } from '@inkbear/web-kit/api-error.ts';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useParams } from 'react-router-dom';
import { bookQuery } from '../../features/books/books.api.ts';
import { chaptersQuery } from '../../features/chapters/chapters.api.ts';
import { sortChapters } from '../../features/chapters/last-chapter.ts';
import { chapterState, progressLabel } from '../../features/chapters/progress.ts';
import { Corkboard } from '../../features/corkboard/components/corkboard.tsx';
import { saveFirst } from '../../features/writing/save-first.ts';
import { documents } from '../../features/writing/tab-documents.ts';
import { documentIdOf } from '../../saving/manuscript.ts';
import { BookNotFound, LoadFailed } from '../../ui/load-states.tsx';
import styles from './corkboard-page.module.css';

/** The corkboard of a book. It reads the chapters once the editor's unsaved texts are saved. */
export default function CorkboardPage() {
  const { id = '' } = useParams();
  return useSaveFirst() ? <LoadedBoard key={id} bookId={id} /> : <Opening />;
}

const Opening = () => <PageSpinner label="Opening the corkboard…" />;

function LoadedBoard({ bookId }: { bookId: string }) {
  const book = useQuery(bookQuery(bookId));
  // The editor caches the list, but does not update its revisions while its author writes.
  const chapters = useQuery({ ...chaptersQuery(bookId), refetchOnMount: 'always' });
  const [failed] = [book, chapters].filter(({ isError, data }) => isError && data === undefined);
  if (isNotFound(book.error) || isNotFound(chapters.error)) return <BookNotFound />;
  if (failed)
    return (
      <LoadFailed title="This book could not be loaded" error={failed.error} onRetry={() => void failed.refetch()} />
    );
  if (!book.data || !chapters.data) return <Opening />;
  return <BookBoard book={book.data} chapters={chapters.data} />;
}

function BookBoard({ book, chapters: unsorted }: { book: Book; chapters: readonly ChapterItem[] }) {
  const chapters = useMemo(() => sortChapters(unsorted), [unsorted]);
  return (
    <div className={styles['page']}>
      <title>{`Corkboard: ${book.title} · Inkbear`}</title>
      <header className={styles['head']}>
        <div>
          <h1>Corkboard</h1>
          <p className={styles['lead']}>{book.title}</p>
        </div>
        <ButtonLink to={`/book/${book.id}`}>Back to the book</ButtonLink>
        <p className={styles['hint']}>
          A chapter without a scene break is one scene. To mark a scene break, write * * * on a line of its own.
          {!book.canEdit && ' This book is read-only, so its scenes cannot be moved.'}
        </p>
      </header>
      <Corkboard
        book={book}
        chapters={chapters}
        statusOf={(chapter) => {
          const state = chapterState(chapter);
          return { state, label: progressLabel[state] };
        }}
        saveTexts={() => saveFirst((unsent) => includesChapter(unsent, chapters))}
      />
    </div>
  );
}

const includesChapter = (unsent: readonly string[], chapters: readonly ChapterItem[]): boolean =>
  chapters.some(({ id }) => unsent.includes(documentIdOf({ kind: 'chapter', id })));

/** Saves what the editor has not saved yet, before the chapters are read. True once saving has ended, even if it failed. */
function useSaveFirst(): boolean {
  const [isDone, setDone] = useState(() => !documents.hasUnsaved());
  useEffect(() => {
    if (isDone) return;
    documents
      .flushAll()
      .catch((error: unknown) => reportError(error))
      .finally(() => setDone(true));
  }, [isDone]);
  return isDone;
}
