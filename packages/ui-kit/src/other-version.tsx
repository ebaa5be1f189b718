import { PlainButton } from './button.tsx';
import styles from './other-version.module.css';

interface Props {
  /** The field's label. */
  label: string;
  /** The text that was saved elsewhere meanwhile. */
  text: string;
  onMine: () => void;
  onTheirs: () => void;
}

/** The conflict notice of a field that was changed in two places; shows the saved text until its author has chosen. */
export function OtherVersion({ label, text, onMine, onTheirs }: Props) {
  return (
    <section className={styles['other']} aria-label={`${label}, changed elsewhere`}>
      <p role="status">
        “{label}” was changed somewhere else while you were editing. Your version is above; the saved version is:
      </p>
      <blockquote tabIndex={0}>{text === '' ? 'Empty.' : text}</blockquote>
      <div className={styles['actions']}>
        <PlainButton onClick={onMine} aria-label={`Keep mine: ${label}`}>
          Keep mine
        </PlainButton>
        <PlainButton look="quiet" onClick={onTheirs} aria-label={`Use the saved version: ${label}`}>
          Use the saved version
        </PlainButton>
      </div>
    </section>
  );
}
