import { PlainButton } from './button.tsx';
import styles from './retry-note.module.css';

/** Says what could not be loaded, where it would stand, with the way to try again. */
export function RetryNote({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <p className={styles['note']}>
      {text}{' '}
      <PlainButton look="quiet" onClick={onRetry}>
        Try again
      </PlainButton>
    </p>
  );
}
