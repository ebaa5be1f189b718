import type { Finding, Severity } from '@inkbear/prose/grammar/finding';
import styles from './grammar-panel.module.css';

/** A listed finding: `id` identifies its mark, `occurrence` identifies its place for “ignore once”. */
export interface ListedFinding {
  readonly id: string;
  readonly occurrence: string;
  readonly finding: Finding;
}

export const severities = [
  ['high', 'High'],
  ['medium', 'Medium'],
  ['low', 'Low'],
] as const;

/** The number of findings by severity; a pressed button shows them. */
export function SeverityFilter({
  listed,
  hidden,
  onChange,
}: {
  listed: readonly ListedFinding[];
  hidden: ReadonlySet<Severity>;
  onChange: (hidden: ReadonlySet<Severity>) => void;
}) {
  const toggle = (severity: Severity) => {
    const next = new Set(hidden);
    if (!next.delete(severity)) next.add(severity);
    onChange(next);
  };
  return (
    <div className={styles['counts']} role="group" aria-label="Show by severity">
      {severities.map(([severity, label]) => (
        <button key={severity} type="button" aria-pressed={!hidden.has(severity)} onClick={() => toggle(severity)}>
          <span className={styles['dot']} data-severity={severity} aria-hidden />
          {label}{' '}
          <span className="tabular">{listed.filter(({ finding }) => finding.severity === severity).length}</span>
        </button>
      ))}
    </div>
  );
}
