import styles from './toolbar.module.css';

interface Props {
  label: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  onChange: (value: string) => void;
}

/** A filter above a table. */
export function FilterChoice({ label, value, options, onChange }: Props) {
  return (
    <label className={styles['filter']}>
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
