import { ActionCards } from '../../features/library/components/action-cards.tsx';
import { DashboardCards } from '../../features/library/components/dashboard-cards.tsx';
import styles from '../../features/library/components/dashboard.module.css';
import { hasPage } from '../built-pages.ts';
import { DashboardTop } from './dashboard-top.tsx';

/** The dashboard before anything of its author is known: what is true for everybody, and room for the rest. The page itself looks like this while it waits. */
export function DashboardOutline() {
  return (
    <div className={styles['page']}>
      <DashboardTop greeting="" />
      <div className={styles['desk']} aria-hidden><div className={styles['deskWait']} /><div className={styles['todayWait']} /></div>
      <DashboardCards books={null} stories={null} />
      <div inert><ActionCards onCreateBook={() => undefined} hasPage={hasPage} /></div>
      <section className={styles['section']}>
        <h2>Your Books</h2>
        <div className={styles['booksWait']} />
      </section>
    </div>
  );
}
