import styles from './view-switch.module.css';

interface Props<Value> {
  /** For screen readers. */
  label: string;
  views: readonly (readonly [value: Value, label: string])[];
  current: Value | null;
  onChoose: (value: Value) => void;
}

/** Toggle buttons in a row, of which one is pressed. */
export function ViewSwitch<Value>({ label, views, current, onChoose }: Props<Value>) {
  return (
    <div className={styles['views']} role="group" aria-label={label}>
      {views.map(([value, text]) => (
        <button key={text} type="button" aria-pressed={value === current} onClick={() => onChoose(value)}>
          {text}
        </button>
      ))}
    </div>
  );
}
