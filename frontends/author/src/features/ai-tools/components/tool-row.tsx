import type { Option } from '../actions.ts';
import styles from './ai-panel.module.css';

/** One tool: its name, and what it will do and take. */
export function ToolRow({
  label,
  what,
  disabled,
  onPress,
}: {
  label: string;
  what: string;
  disabled: boolean;
  onPress: () => void;
}) {
  return (
    <button type="button" className={styles['row']} disabled={disabled} onClick={onPress}>
      <span className={styles['name']}>{label}</span> <span className={styles['what']}>{what}</span>
    </button>
  );
}

/** One tool with several ways to do it. */
export function OptionRow({
  title,
  options,
  disabled,
  onPress,
}: {
  title: string;
  options: readonly Option[];
  disabled: boolean;
  onPress: (option: string) => void;
}) {
  return (
    <div role="group" aria-label={title} className={styles['options']}>
      <span className={styles['name']}>{title}</span>
      <div className={styles['chips']}>
        {options.map(({ id, label }) => (
          <button key={id} type="button" className={styles['chip']} disabled={disabled} onClick={() => onPress(id)}>
            {label}
          </button>
        ))}
      </div>
    </div>
  );
}
