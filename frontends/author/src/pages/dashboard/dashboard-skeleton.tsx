import { blankTexts } from '../../features/books/book-card-texts.ts';
import { ActionCards } from '../../features/books/components/action-cards.tsx';
import { BookRow } from '../../features/books/components/book-row.tsx';
import { DashboardCards } from '../../features/books/components/dashboard-cards.tsx';
import styles from '../../features/books/components/dashboard.module.css';
import { MoreButton } from '../../features/books/components/more-button.tsx';
import { ContinueFrame } from './continue-frame.tsx';
import { DashboardTop } from './dashboard-top.tsx';

/**
 * The skeleton of the dashboard: static content, and placeholders for the rest. The page renders it while it loads;
 * `fill-skeleton.ts` fills in the books as soon as they arrive.
 */
export function DashboardSkeleton() {
  return (
    <div className={styles['page']}>
      <DashboardTop greeting="" />
      <div className={styles['overview']}>
        <div className={styles['continuePlaceholder']} data-continue-wait />
        <div className={styles['todayPlaceholder']} />
      </div>
      <DashboardCards books={null} stories={null} />
      <div inert>
        <ActionCards onCreateBook={() => undefined} />
      </div>
      <section className={styles['section']}>
        <h2>Your Books</h2>
        <div className={styles['booksPlaceholder']} data-books-wait />
        <template data-continue>
          <ContinueFrame texts={blankTexts} />
        </template>
        <template data-books>
          <ul role="list" className={styles['books']}>
            <BookRow texts={blankTexts} more={<MoreButton bookTitle={blankTexts.title} inert />} />
          </ul>
        </template>
      </section>
    </div>
  );
}
