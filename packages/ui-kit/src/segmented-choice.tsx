import styles from './segmented-choice.module.css';

interface Props<Value extends string> {
  /** Read aloud, not shown: the choices say it to who sees them. */
  label: string;
  /** One name for the whole page. */
  name: string;
  options: readonly (readonly [value: Value, label: string])[];
  value: Value;
  onChange: (value: Value) => void;
}

/** One of a few things that stand side by side. */
export function SegmentedChoice<Value extends string>({ label, name, options, value, onChange }: Props<Value>) {
  return (
    <fieldset className={styles['choice']}>
      <legend className="visually-hidden">{label}</legend>
      {options.map(([each, text]) => (
        <label key={each}>
          <input type="radio" name={name} checked={value === each} onChange={() => onChange(each)} />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}
