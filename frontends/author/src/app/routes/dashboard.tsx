import type { User } from '@inkbear/contracts/auth/account';
import { listBooks } from '@inkbear/contracts/books/book';
import { listChapters } from '@inkbear/contracts/books/chapter';
import { listStories } from '@inkbear/contracts/stories/story';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { EmptyState } from '@inkbear/ui-kit/empty-state.tsx';
import { ErrorState } from '@inkbear/ui-kit/error-state.tsx';
import { RetryNote } from '@inkbear/ui-kit/retry-note.tsx';
import { lazyPage } from '@inkbear/web-kit/lazy-page.tsx';
import { call } from '@inkbear/web-kit/api.ts';
import { read } from '@inkbear/web-kit/read.ts';
import { documentIdOf } from '@inkbear/web-kit/saving/manuscript.ts';
import { sessionQuery, useSession } from '@inkbear/web-kit/session.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useDeleteBook } from '../../features/library/api/delete-book.ts';
import { bookToGoOnWith } from '../../features/library/book-facts.ts';
import { ActionCards } from '../../features/library/components/action-cards.tsx';
import { BookList } from '../../features/library/components/book-list.tsx';
import { DashboardCards } from '../../features/library/components/dashboard-cards.tsx';
import styles from '../../features/library/components/dashboard.module.css';
import { StoryList } from '../../features/library/components/story-list.tsx';
import { TodayCard } from '../../features/daily-goal/components/today-card.tsx';
import { usePaymentReturn } from '../../features/payments/hooks/use-payment-return.ts';
import { DeclinedNotice } from '../../features/plan/components/declined-notice.tsx';
import { LapsedNotice } from '../../features/plan/components/lapsed-notice.tsx';
import { useRestore } from '../../features/trash/api/restore.ts';
import { TrashLine } from '../../features/trash/components/trash-line.tsx';
import { documents } from '../../features/writing/documents.ts';
import { hasPage } from '../built-pages.ts';
import { ContinueCard } from '../dashboard/continue-card.tsx';
import type { DashboardDialogsProps } from '../dashboard/dashboard-dialogs.tsx';
import { DashboardTop } from '../dashboard/dashboard-top.tsx';

const DashboardDialogs = lazyPage<DashboardDialogsProps>(() => import('../dashboard/dashboard-dialogs.tsx'));

export default function DashboardPage() {
  const { user } = useSession();
  const books = useQuery(read(listBooks));
  const stories = useQuery(read(listStories));
  const restore = useRestore();
  const remove = useDeleteBook({ saveFirst: saveBook, undo: (itemId) => restore.mutate({ itemId }) });
  useFreshStats();
  usePaymentReturn();
  const [isCreating, setCreating] = useState(false);
  const hasDialogs = useOnce(isCreating, useSearchParams()[0].has('billing'));
  const isEmpty = books.data?.length === 0;
  const latest = bookToGoOnWith(books.data ?? []);
  return (
    <div className={styles['page']}>
      <DashboardTop greeting={user ? greeting(user) : ''} />
      <DeclinedNotice />
      <LapsedNotice />
      {!isEmpty && !books.isError && (
        <div className={styles['desk']}>
          {latest ? <ContinueCard key={latest.id} book={latest} /> : <div className={styles['deskWait']} aria-hidden />}
          {user ? (
            <TodayCard key={user.id} userId={user.id} stats={user.stats} />
          ) : (
            <div className={styles['todayWait']} aria-hidden />
          )}
        </div>
      )}
      <DashboardCards books={books.data?.length ?? null} stories={stories.data?.length ?? null} />
      <ActionCards onCreateBook={() => setCreating(true)} hasPage={hasPage} />
      <section className={styles['section']} aria-labelledby="books-title">
        {!isEmpty && <h2 id="books-title">Your Books</h2>}
        {books.isPending && <div role="status" aria-label="Loading your books" className={styles['booksWait']} />}
        {books.isError && (
          <ErrorState
            level={2}
            title="Your books could not be loaded"
            text="The server did not answer. Nothing you wrote is affected."
            action={
              <PlainButton look="primary" onClick={() => void books.refetch()}>
                Try again
              </PlainButton>
            }
          />
        )}
        {isEmpty && (
          <EmptyState
            title="Your first book begins with a title"
            action={
              <PlainButton look="primary" large onClick={() => setCreating(true)}>
                Create your first book
              </PlainButton>
            }
            example="For example: The Salt Road, a historical novel of 70,000 words. You can change everything later."
          />
        )}
        {!isEmpty && books.data && <BookList books={books.data} onRemove={(book) => remove.mutate(book)} />}
      </section>
      {stories.isError && (
        <RetryNote
          text="Your Personal Stories could not be loaded. Nothing in them is affected."
          onRetry={() => void stories.refetch()}
        />
      )}
      {stories.data && stories.data.length > 0 && <StoryList stories={stories.data} hasPage={hasPage} />}
      <p className={styles['aside']}>
        <TrashLine /> <Link to="/dashboard?billing=plan">Your plan</Link>: renewal, payment and promo codes.
      </p>
      {hasDialogs && (
        <Suspense>
          <DashboardDialogs isCreating={isCreating} onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** True from the first moment that one of these was. */
function useOnce(...wishes: readonly boolean[]): boolean {
  const [was, setWas] = useState(false);
  const is = was || wishes.includes(true);
  if (is && !was) setWas(true);
  return is;
}

/** A chapter that was left goes on saving behind this page; one that cannot be saved is not to be deleted with its book. */
async function saveBook(id: string): Promise<boolean> {
  if (!(await documents.flushAll())) return false;
  const left = await documents.leftDocuments();
  if (left.length === 0) return true;
  // Whose chapters they are only the server knows; without its answer nothing is deleted.
  const chapters = await call(listChapters, { params: { id } }).catch(() => null);
  return (
    chapters !== null && !chapters.some((chapter) => left.includes(documentIdOf({ kind: 'chapter', id: chapter.id })))
  );
}

/** Milliseconds for which the words of today may be old when an author comes back from writing. */
const statsAgeMs = 10_000;
function useFreshStats(): void {
  const client = useQueryClient();
  useEffect(() => {
    const { dataUpdatedAt = 0 } = client.getQueryState(sessionQuery.queryKey) ?? {};
    if (dataUpdatedAt > 0 && Date.now() - dataUpdatedAt > statsAgeMs)
      void client.invalidateQueries({ queryKey: sessionQuery.queryKey, exact: true });
  }, [client]);
}

function greeting({ firstName: name, stats }: User): string {
  if (stats.wordsToday > 0) return `You have written today, ${name}.`;
  return stats.wordsThisWeek > 0 ? `Go on where you stopped, ${name}.` : `Good to see you, ${name}.`;
}
