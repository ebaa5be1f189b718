import { PlainButton } from './button.tsx';
import styles from './field-conflict.module.css';

interface Props {
  /** The field's label. */
  label: string;
  /** The text that was saved elsewhere meanwhile. */
  text: string;
  onKeep: () => void;
  onUseSaved: () => void;
}

/** The conflict notice of a field that was changed in two places; shows the saved text until its author has chosen. */
export function FieldConflict({ label, text, onKeep, onUseSaved }: Props) {
  return (
    <section className={styles['conflict']} aria-label={`${label}, changed elsewhere`}>
      <p role="status">
        “{label}” was changed somewhere else while you were editing. Your version is above; the saved version is:
      </p>
      <blockquote tabIndex={0}>{text === '' ? 'Empty.' : text}</blockquote>
      <div className={styles['actions']}>
        <PlainButton onClick={onKeep} aria-label={`Keep your version: ${label}`}>
          Keep your version
        </PlainButton>
        <PlainButton variant="quiet" onClick={onUseSaved} aria-label={`Use the saved version: ${label}`}>
          Use the saved version
        </PlainButton>
      </div>
    </section>
  );
}
