import { type InputHTMLAttributes, type Ref, useId } from 'react';
import styles from './text-field.module.css';

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'id'> {
  label: string;
  error?: string | undefined;
  hint?: string;
  isOptional?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** A labelled input with its error below it, for pages without antd. */
export function TextField({ label, error, hint, isOptional = false, ref, ...input }: Props) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={id}>
        {label}
        {isOptional && <span className={styles['optional']}> (optional)</span>}
      </label>
      <input
        {...input}
        ref={ref}
        id={id}
        className={`${styles['input']} ${error === undefined ? '' : styles['invalid']}`}
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
