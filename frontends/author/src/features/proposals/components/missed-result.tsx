import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { shortDateTime } from '@inkbear/web-kit/format.ts';
import type { Manuscript } from '../../../saving/manuscript.ts';
import { wordsText } from '@inkbear/web-kit/counted.ts';
import { useState } from 'react';
import { useSavedResults } from '../hooks/use-saved-results.ts';
import { useResultMemory } from '../hooks/use-result-memory.ts';
import { type SavedResult, missedResult } from '../saved-results.ts';
import { resultIdsOf } from '../proposal.ts';
import styles from './saved-list.module.css';

/** Offers a stored result that the author has not handled yet, above the text. */
export function MissedResult({
  manuscript,
  isInText = () => false,
  onOpen,
}: {
  manuscript: Manuscript;
  /** True when the text already contains the result. */
  isInText?: ((result: SavedResult) => boolean) | undefined;
  onOpen: (result: SavedResult) => void;
}) {
  const memory = useResultMemory();
  const missed = missedResult(useSavedResults(manuscript).saved, memory);
  const [, setDismissals] = useState(0);
  if (missed === null || isInText(missed)) return null;
  const dismiss = () => {
    memory.markDone(resultIdsOf(missed));
    setDismissals((count) => count + 1);
  };
  return (
    <aside className={styles['missed']} aria-label="A saved result">
      <p>
        {missed.label} from {shortDateTime(missed.createdAt)}: {wordsText(missed.words)} that you have not used yet.
      </p>
      <div className={styles['actions']}>
        <PlainButton onClick={() => onOpen(missed)}>Open it</PlainButton>
        <PlainButton variant="quiet" onClick={dismiss}>
          Not now
        </PlainButton>
      </div>
    </aside>
  );
}
