import type { Manuscript } from '@inkbear/web-kit/saving/manuscript.ts';
import { wordsText } from '@inkbear/web-kit/words-text.ts';
import { useKeptResults } from '../hooks/use-kept-results.ts';
import { type KeptResult, formatKeptTime } from '../kept-results.ts';
import styles from './kept-list.module.css';

/** All results for this manuscript from the last 30 days. */
export function KeptList({
  manuscript,
  isBusy,
  onOpen,
}: {
  manuscript: Manuscript;
  /** A proposal is being written. */ isBusy: boolean;
  onOpen: (result: KeptResult) => void;
}) {
  const kept = useKeptResults(manuscript);
  if (kept.length === 0) return null;
  return (
    <details className={styles['kept']}>
      <summary>Saved results ({kept.length})</summary>
      <p className={styles['note']}>
        Every finished text is kept for 30 days, accepted or not. Opening one is free.
        {isBusy && ' You can open one when the current proposal is complete.'}
      </p>
      <ul role="list">
        {kept.map((result) => (
          <li key={result.id}>
            <button type="button" disabled={isBusy} onClick={() => onOpen(result)}>
              <span>{result.label}</span>{' '}
              <span className={styles['meta']}>
                {formatKeptTime(result.createdAt)}, {wordsText(result.words)}
                {result.attempts.length > 1 && `, ${result.attempts.length} tries`}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
