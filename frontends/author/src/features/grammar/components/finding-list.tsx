import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { formatNumber } from '@inkbear/web-kit/format.ts';
import { type MouseEvent, useState } from 'react';
import styles from './grammar-panel.module.css';
import { type ListedFinding, severities } from './severity-filter.tsx';

interface Props {
  listed: readonly ListedFinding[];
  canEdit: boolean;
  onReveal: (each: ListedFinding) => void;
  onApply: (each: ListedFinding) => void;
  onIgnore: (each: ListedFinding) => void;
  onIgnoreAlways: (each: ListedFinding) => void;
}

/** The findings, one page at a time, so that a long list renders quickly. */
const pageSize = 40;
const kinds = { spelling: 'Spelling', grammar: 'Grammar', punctuation: 'Punctuation', style: 'Style' } as const;

export function FindingList({ listed, ...actions }: Props) {
  const [limit, setLimit] = useState(pageSize);
  return (
    <>
      <ol role="list" className={styles['list']} aria-label="Suggestions">
        {listed.slice(0, limit).map((each) => (
          <FindingRow key={each.occurrence} each={each} {...actions} />
        ))}
      </ol>
      {listed.length > limit && (
        <PlainButton variant="quiet" wide onClick={() => setLimit(limit + pageSize)}>
          Show {Math.min(pageSize, listed.length - limit)} more of {formatNumber(listed.length - limit)}
        </PlainButton>
      )}
    </>
  );
}

function FindingRow({
  each,
  canEdit,
  onReveal,
  onApply,
  onIgnore,
  onIgnoreAlways,
}: Omit<Props, 'listed'> & { each: ListedFinding }) {
  const { type, severity, text, suggestion, message, rule } = each.finding;
  const [, severityLabel] = severities.find(([name]) => name === severity) ?? severities[2];
  const withFocusMoved = (act: (each: ListedFinding) => void) => (event: MouseEvent<HTMLButtonElement>) => {
    focusNeighbour(event.currentTarget);
    act(each);
  };
  return (
    <li className={styles['row']} data-severity={severity}>
      <button type="button" className={styles['go']} onClick={() => onReveal(each)}>
        <span className={styles['meta']}>
          {kinds[type]} · {severityLabel} · {rule === 'deeper' ? 'Deeper check' : 'Inkbear’s rules'}
        </span>
        <span className={styles['words']}>
          <del>{text.trim() || '␣'}</del>
          {suggestion === '' ? <span className={styles['out']}>remove</span> : <ins>{suggestion}</ins>}
        </span>
        <span className={styles['why']}>{message}</span>
      </button>
      <div className={styles['actions']}>
        {canEdit && (
          <button
            type="button"
            onClick={withFocusMoved(onApply)}
            aria-label={suggestion === '' ? `Apply: remove “${text}”` : `Apply: “${text}” to “${suggestion}”`}
          >
            Apply
          </button>
        )}
        <button type="button" onClick={withFocusMoved(onIgnore)} aria-label={`Ignore “${text}” here`}>
          Ignore
        </button>
        <button type="button" onClick={withFocusMoved(onIgnoreAlways)} aria-label={`Always ignore “${text}”`}>
          Always ignore
        </button>
      </div>
    </li>
  );
}

/** Moves the focus to a neighbouring row before this row is removed. */
function focusNeighbour(button: HTMLButtonElement): void {
  const row = button.closest('li');
  (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector('button')?.focus();
}
