import styles from '../../features/books/components/dashboard.module.css';

/** The heading; without a greeting its space is reserved. */
export function DashboardTop({ greeting }: { greeting: string }) {
  return (
    <header className={styles['top']}>
      <div>
        <title>Your books · Inkbear</title>
        <h1>Your Writing Dashboard</h1>
        <p>{greeting || '\u00a0'}</p>
      </div>
    </header>
  );
}
