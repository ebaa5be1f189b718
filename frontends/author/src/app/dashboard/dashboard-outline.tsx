import { blankFacts } from '../../features/library/book-facts.ts';
import { ActionCards } from '../../features/library/components/action-cards.tsx';
import { BookRow } from '../../features/library/components/book-row.tsx';
import { DashboardCards } from '../../features/library/components/dashboard-cards.tsx';
import styles from '../../features/library/components/dashboard.module.css';
import { MoreButton } from '../../features/library/components/more-button.tsx';
import { hasPage } from '../built-pages.ts';
import { ContinueFrame } from './continue-frame.tsx';
import { DashboardTop } from './dashboard-top.tsx';

/** The dashboard before anything of its author is known: what is true for everybody, and room for the rest. The page itself looks like this while it waits. `early.ts` draws the books as soon as they are here. */
export function DashboardOutline() {
  return (
    <div className={styles['page']}>
      <DashboardTop greeting="" />
      <div className={styles['desk']}>
        <div className={styles['deskWait']} data-continue-wait />
        <div className={styles['todayWait']} />
      </div>
      <DashboardCards books={null} stories={null} />
      <div inert>
        <ActionCards onCreateBook={() => undefined} hasPage={hasPage} />
      </div>
      <section className={styles['section']}>
        <h2>Your Books</h2>
        <div className={styles['booksWait']} data-books-wait />
        <template data-continue>
          <ContinueFrame facts={blankFacts} />
        </template>
        <template data-books>
          <ul role="list" className={styles['books']}>
            <BookRow facts={blankFacts} more={<MoreButton bookTitle={blankFacts.title} inert />} />
          </ul>
        </template>
      </section>
    </div>
  );
}
