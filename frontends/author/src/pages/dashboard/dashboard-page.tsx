import type { User } from '@inkbear/contracts/auth/account';
import { ButtonLink, PlainButton } from '@inkbear/ui-kit/button.tsx';
import { EmptyState } from '@inkbear/ui-kit/empty-state.tsx';
import { ErrorState } from '@inkbear/ui-kit/error-state.tsx';
import { RetryNote } from '@inkbear/ui-kit/retry-note.tsx';
import { isSignedOut } from '@inkbear/web-kit/api-error.ts';
import { lazyPage } from '@inkbear/web-kit/lazy-page.tsx';
import type { BookItem } from '@inkbear/web-kit/list-items.ts';
import { documentIdOf } from '../../saving/manuscript.ts';
import { sessionQuery, useSession } from '@inkbear/web-kit/session.tsx';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { booksQuery, useDeleteBook } from '../../features/books/books.api.ts';
import { fetchChapters } from '../../features/chapters/chapters.api.ts';
import { lastEditedBook } from '../../features/books/book-card-texts.ts';
import { ActionCards } from '../../features/books/components/action-cards.tsx';
import { BookList } from '../../features/books/components/book-list.tsx';
import { DashboardCards } from '../../features/books/components/dashboard-cards.tsx';
import styles from '../../features/books/components/dashboard.module.css';
import { StoryList } from '../../features/books/components/story-list.tsx';
import { TodayCard } from '../../features/daily-goal/components/today-card.tsx';
import { usePaymentReturn } from '../../features/payments/hooks/use-payment-return.ts';
import { DeclinedNotice } from '../../features/plan/components/declined-notice.tsx';
import { LapsedNotice } from '../../features/plan/components/lapsed-notice.tsx';
import { useBillingParam } from '../../features/plan/hooks/use-billing-param.ts';
import { storiesQuery } from '../../features/stories/stories.api.ts';
import { useRestore } from '../../features/trash/trash.api.ts';
import { TrashLine } from '../../features/trash/components/trash-line.tsx';
import { saveFirst } from '../../features/writing/save-first.ts';
import { useFocusAfterRemoval } from '../../kit/use-focus-after-removal.ts';
import { LazyBoundary } from '../../ui/overlays/lazy-boundary.tsx';
import { ContinueCard } from './continue-card.tsx';
import type { DashboardDialogsProps } from './dashboard-dialogs.tsx';
import { DashboardTop } from './dashboard-top.tsx';

const DashboardDialogs = lazyPage<DashboardDialogsProps>(() => import('./dashboard-dialogs.tsx'));

export default function DashboardPage() {
  const books = useQuery(booksQuery());
  const stories = useQuery(storiesQuery());
  useFreshStats();
  usePaymentReturn();
  const { user } = useSession();
  const [isCreating, setCreating] = useState(false);
  const { billing, removeBilling } = useBillingParam();
  const closeDialogs = () => {
    setCreating(false);
    if (billing !== null) removeBilling();
  };
  const isEmpty = books.data?.length === 0;
  return (
    <div className={styles['page']}>
      <DashboardTop greeting={user ? greeting(user) : ''} />
      <DeclinedNotice />
      <LapsedNotice />
      {!isEmpty && !books.isError && <Today user={user} books={books.data ?? []} />}
      <DashboardCards books={books.data?.length ?? null} stories={stories.data?.length ?? null} />
      <ActionCards onCreateBook={() => setCreating(true)} />
      <Books books={books} onCreate={() => setCreating(true)} />
      {stories.isError && (
        <RetryNote
          text="Your Personal Stories could not be loaded. Nothing in them is affected."
          onRetry={() => void stories.refetch()}
        />
      )}
      {stories.data && stories.data.length > 0 && <StoryList stories={stories.data} />}
      <p className={styles['aside']}>
        <Link to="/import">Bring a manuscript</Link> from Word, Scrivener or another app. <TrashLine />{' '}
        <Link to="/dashboard?billing=plan">Your plan</Link>: renewal, payment and promo codes.
      </p>
      <LazyBoundary isOpen={isCreating || billing !== null} onDismissError={closeDialogs}>
        <DashboardDialogs isCreating={isCreating} onClose={() => setCreating(false)} />
      </LazyBoundary>
    </div>
  );
}

/** The last edited book and today's words; placeholders while they load. */
function Today({ user, books }: { user: User | null; books: readonly BookItem[] }) {
  const latest = lastEditedBook(books);
  return (
    <div className={styles['overview']}>
      {latest ? (
        <ContinueCard key={latest.id} book={latest} />
      ) : (
        <div className={styles['continuePlaceholder']} aria-hidden />
      )}
      {user ? (
        <TodayCard key={user.id} userId={user.id} stats={user.stats} />
      ) : (
        <div className={styles['todayPlaceholder']} aria-hidden />
      )}
    </div>
  );
}

interface BooksProps {
  books: UseQueryResult<BookItem[]>;
  onCreate: () => void;
}

/** The section “Your Books” in each of its states. */
function Books({ books, onCreate }: BooksProps) {
  const restore = useRestore();
  const remove = useDeleteBook({ saveFirst: saveBook, undo: (itemId) => restore.mutate({ itemId }) });
  const moveFocusAfter = useFocusAfterRemoval(books.data?.map(({ id }) => id) ?? []);
  const removeBook = (book: BookItem) => {
    moveFocusAfter(book.id);
    remove.mutate(book);
  };
  const isEmpty = books.data?.length === 0;
  return (
    <section className={styles['section']} aria-labelledby="books-title">
      {!isEmpty && <h2 id="books-title">Your Books</h2>}
      {books.isPending && <div role="status" aria-label="Loading your books" className={styles['booksPlaceholder']} />}
      {books.isError && (
        <ErrorState
          level={2}
          title="Your books could not be loaded"
          text="The server did not answer. Nothing you wrote is affected."
          action={
            <PlainButton variant="primary" onClick={() => void books.refetch()}>
              Try again
            </PlainButton>
          }
        />
      )}
      {isEmpty && (
        <EmptyState
          title="Your first book begins with a title"
          action={
            <>
              <PlainButton variant="primary" large onClick={onCreate}>
                Create your first book
              </PlainButton>
              <ButtonLink large to="/import">
                Bring a manuscript
              </ButtonLink>
            </>
          }
          example="For example: The Salt Road, a historical novel of 70,000 words. You can change everything later."
        />
      )}
      {!isEmpty && books.data && <BookList books={books.data} onRemove={removeBook} />}
    </section>
  );
}

/**
 * Saves the closed chapters of a book, which may still have unsaved text; false when that fails, so that the book is
 * not deleted.
 */
function saveBook(id: string): Promise<boolean> {
  return saveFirst(async (unsent) => {
    if (unsent.length === 0) return false;
    // Only the server knows which chapters belong to the book; without its reply nothing is deleted.
    const chapters = await fetchChapters(id).catch((error: unknown) => {
      if (isSignedOut(error)) throw error;
      return null;
    });
    return (
      chapters === null ||
      chapters.some((chapter) => unsent.includes(documentIdOf({ kind: 'chapter', id: chapter.id })))
    );
  });
}

/** Maximum age, in milliseconds, of today's word count when the author returns to the dashboard. */
const statsAgeMs = 10_000;

/** Refetches the session when the dashboard opens and the word counts are older than `statsAgeMs`. */
function useFreshStats(): void {
  const client = useQueryClient();
  useEffect(() => {
    const { dataUpdatedAt = 0 } = client.getQueryState(sessionQuery.queryKey) ?? {};
    if (dataUpdatedAt > 0 && Date.now() - dataUpdatedAt > statsAgeMs)
      void client.invalidateQueries({ queryKey: sessionQuery.queryKey, exact: true });
  }, [client]);
}

function greeting({ firstName: name, stats }: User): string {
  if (stats.wordsToday > 0) return `You’ve written today, ${name}.`;
  return stats.wordsThisWeek > 0 ? `Continue where you left off, ${name}.` : `Good to see you, ${name}.`;
}
