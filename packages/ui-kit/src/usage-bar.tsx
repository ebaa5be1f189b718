import styles from './usage-bar.module.css';

interface Props {
  label: string;
  used: number;
  allowed: number;
  /** The same in words, for screen readers: `12.4 MB of 200 MB`. */
  text: string;
  isNearlyFull: boolean;
}

/** How much of a quota is used. The bar ends at 100 %; the text beside it says how far above the usage is. */
export function UsageBar({ label, used, allowed, text, isNearlyFull }: Props) {
  const percent = allowed > 0 ? Math.min(100, (used / allowed) * 100) : 100;
  return (
    <div
      className={styles['bar']}
      role="meter"
      aria-label={label}
      data-full={isNearlyFull || undefined}
      aria-valuenow={Math.round(percent)}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuetext={text}
    >
      <span style={{ width: `${percent}%` }} />
    </div>
  );
}
