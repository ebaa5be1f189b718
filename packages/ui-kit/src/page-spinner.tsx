import { useEffect, useState } from 'react';
import styles from './page-spinner.module.css';

/** Appears only when waiting takes longer than `afterMs`: a flash of a spinner is worse than none. */
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
