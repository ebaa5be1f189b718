import type { Option } from '../actions.ts';
import styles from './ai-panel.module.css';

/** One tool: its name and what it does. */
export function ToolRow({
  label,
  description,
  disabled,
  onPress,
}: {
  label: string;
  description: string;
  disabled: boolean;
  onPress: () => void;
}) {
  return (
    <button type="button" className={styles['row']} disabled={disabled} onClick={onPress}>
      <span className={styles['name']}>{label}</span> <span className={styles['what']}>{description}</span>
    </button>
  );
}

/** One tool with several options. */
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
