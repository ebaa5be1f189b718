import { useEffect, useState } from 'react';
import styles from './page-spinner.module.css';

/** A spinner that appears only after `afterMs`, so that short waits do not make it flash. */
export function PageSpinner({ afterMs = 300, label = 'Loading…' }: { afterMs?: number; label?: string }) {
  const [isShown, setShown] = useState(afterMs === 0);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), afterMs);
    return () => clearTimeout(timer);
  }, [afterMs]);
  return (
    <div className={styles['page']} role="status">
      {isShown && (
        <>
          <div className={styles['ring']} />
          <span className="visually-hidden">{label}</span>
        </>
      )}
    </div>
  );
}
