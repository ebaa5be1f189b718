import styles from './segmented-choice.module.css';

interface Props<Value extends string> {
  /** For screen readers only; the options are self-explanatory on screen. */
  label: string;
  /** Unique on the page. */
  name: string;
  options: readonly (readonly [value: Value, label: string])[];
  value: Value;
  onChange: (value: Value) => void;
}

/** Radio buttons that look like one segmented control. */
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
