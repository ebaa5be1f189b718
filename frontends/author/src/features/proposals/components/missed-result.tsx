import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import type { Manuscript } from '@inkbear/web-kit/saving/manuscript.ts';
import { useState } from 'react';
import { useKeptResults } from '../hooks/use-kept-results.ts';
import { useResultMemory } from '../hooks/use-result-memory.ts';
import { type KeptResult, keptTime, missedResult } from '../kept-results.ts';
import { resultsOf } from '../proposal.ts';
import styles from './kept-list.module.css';

/** A finished result that the author went away from, offered again above the text. */
export function MissedResult({
  manuscript,
  isThere = () => false,
  onOpen,
}: {
  manuscript: Manuscript;
  /** It stands in the text already. */ isThere?: (result: KeptResult) => boolean;
  onOpen: (result: KeptResult) => void;
}) {
  const memory = useResultMemory();
  const missed = missedResult(useKeptResults(manuscript), memory);
  const [, setWaved] = useState(0);
  if (missed === null || isThere(missed)) return null;
  const wave = () => {
    memory.markDone(resultsOf(missed));
    setWaved((count) => count + 1);
  };
  return (
    <aside className={styles['missed']} aria-label="A kept result">
      <p>
        {missed.label} of {keptTime(missed.createdAt)}:{' '}
        {missed.words === 1 ? '1 word waits' : `${missed.words.toLocaleString('en-GB')} words wait`} for you.
      </p>
      <div className={styles['actions']}>
        <PlainButton onClick={() => onOpen(missed)}>Look at it</PlainButton>
        <PlainButton look="quiet" onClick={wave}>
          Not now
        </PlainButton>
      </div>
    </aside>
  );
}
