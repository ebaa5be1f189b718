import { type TextareaHTMLAttributes, useId } from 'react';
import styles from './text-field.module.css';

interface Props extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className' | 'id'> {
  label: string;
  error?: string | undefined;
  hint?: string | undefined;
  isOptional?: boolean;
}

/** A labelled multi-line input with its error below it. */
export function TextArea({ label, error, hint, isOptional = false, rows = 4, ...input }: Props) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={id}>
        {label}
        {isOptional && <span className={styles['optional']}> (optional)</span>}
      </label>
      <textarea
        {...input}
        id={id}
        rows={rows}
        className={`${styles['input']} ${styles['area']} ${error === undefined ? '' : styles['invalid']}`}
        aria-invalid={error !== undefined}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
      />
      {note !== undefined && (
        <p id={`${id}-note`} className={error === undefined ? styles['hint'] : styles['error']}>
          {note}
        </p>
      )}
    </div>
  );
}
