import { shortDateTime } from '@inkbear/web-kit/format.ts';
import type { Manuscript } from '../../../saving/manuscript.ts';
import { wordsText } from '@inkbear/web-kit/counted.ts';
import { OlderRows } from '../../../ui/older-rows.tsx';
import { useSavedResults } from '../hooks/use-saved-results.ts';
import { type SavedResult } from '../saved-results.ts';
import styles from './saved-list.module.css';

/** All results for this manuscript from the last 30 days. */
export function SavedList({
  manuscript,
  isBusy,
  onOpen,
}: {
  manuscript: Manuscript;
  /** A proposal is being written. */ isBusy: boolean;
  onOpen: (result: SavedResult) => void;
}) {
  const { saved, pages } = useSavedResults(manuscript);
  if (saved.length === 0 && !pages.hasNextPage) return null;
  return (
    <details className={styles['saved']}>
      <summary>
        Saved results ({saved.length}
        {pages.hasNextPage && '+'})
      </summary>
      <p className={styles['note']}>
        Every finished text is kept for 30 days, accepted or not. Beyond 50 MB the oldest are deleted. Opening one is
        free.
        {isBusy && ' You can open one when the current proposal is complete.'}
      </p>
      <ul role="list">
        {saved.map((result) => (
          <li key={result.id}>
            <button type="button" disabled={isBusy} onClick={() => onOpen(result)}>
              <span>{result.label}</span>{' '}
              <span className={styles['meta']}>
                {shortDateTime(result.createdAt)}, {wordsText(result.words)}
                {result.variants.length > 1 && `, ${result.variants.length} variations`}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <OlderRows pages={pages} label="Show older results" />
    </details>
  );
}
