import styles from './usage-bar.module.css';

interface Props {
  label: string;
  used: number;
  allowed: number;
  /** For screen readers: `12.4 MB of 200 MB`. */
  text: string;
  isNearlyFull: boolean;
}

/** A meter of a quota. The bar ends at 100 %; show usage above that in a text next to it. */
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
