import { PlainButton } from './button.tsx';
import styles from './retry-note.module.css';

/** Replaces content that failed to load, with a button to try again. */
export function RetryNote({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <p className={styles['note']}>
      {text}{' '}
      <PlainButton variant="quiet" onClick={onRetry}>
        Try again
      </PlainButton>
    </p>
  );
}
