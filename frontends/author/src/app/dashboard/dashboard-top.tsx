import styles from '../../features/library/components/dashboard.module.css';

/** The heading; without a greeting there is room for one. */
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
