import { PlainButton } from './button.tsx';
import styles from './other-version.module.css';

interface Props {
  /** Of the field. */
  label: string;
  /** What was saved elsewhere meanwhile. */
  text: string;
  onMine: () => void;
  onTheirs: () => void;
}

/** A field that was changed in two places: both texts are shown until its author has chosen. */
export function OtherVersion({ label, text, onMine, onTheirs }: Props) {
  return (
    <section className={styles['other']} aria-label={`${label}, changed elsewhere`}>
      <p role="status">
        “{label}” was changed somewhere else since you began. What you typed stands above; what is saved is this:
      </p>
      <blockquote tabIndex={0}>{text === '' ? 'Nothing.' : text}</blockquote>
      <div className={styles['actions']}>
        <PlainButton onClick={onMine} aria-label={`Keep mine: ${label}`}>
          Keep mine
        </PlainButton>
        <PlainButton look="quiet" onClick={onTheirs} aria-label={`Take what is saved: ${label}`}>
          Take what is saved
        </PlainButton>
      </div>
    </section>
  );
}
