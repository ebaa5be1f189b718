import { type SelectHTMLAttributes, useId } from 'react';
import styles from './text-field.module.css';

interface Props extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className' | 'id' | 'children'> {
  label: string;
  options: readonly { value: string; label: string }[];
  /** The first option, which means that nothing is selected. */
  placeholder?: string;
  error?: string | undefined;
  hint?: string;
  isOptional?: boolean;
}

/** A labelled native select, which works on every phone and with every screen reader. */
export function ChoiceField({ label, options, placeholder, error, hint, isOptional = false, ...input }: Props) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={id}>
        {label}
        {isOptional && <span className={styles['optional']}> (optional)</span>}
      </label>
      <select
        {...input}
        id={id}
        className={`${styles['input']} ${styles['choice']} ${error === undefined ? '' : styles['invalid']}`}
        aria-invalid={error !== undefined}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      {note !== undefined && (
        <p id={`${id}-note`} className={error === undefined ? styles['hint'] : styles['error']}>
          {note}
        </p>
      )}
    </div>
  );
}
