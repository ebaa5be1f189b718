import { useEffect, useRef, useState } from 'react';
import type { Compare } from '../comparer/compare-in-worker.ts';
import type { Comparison } from '../comparison.ts';

type Outcome =
  { readonly state: 'working' | 'stopped' | 'failed' } | { readonly state: 'done'; readonly comparison: Comparison };
interface Settled {
  readonly before: string;
  readonly after: string;
  readonly outcome: Outcome;
}

const working: Outcome = { state: 'working' };

/** What became of one text in another. While one of them is undefined it waits. */
export function useComparison(before: string | undefined, after: string | undefined, compare: Compare) {
  const [settled, setSettled] = useState<Settled | null>(null);
  const [tries, setTries] = useState(0);
  const control = useRef<AbortController | null>(null);
  useEffect(() => {
    if (before === undefined || after === undefined) return undefined;
    const own = new AbortController();
    control.current = own;
    let isShown = true;
    const settle = (outcome: Outcome) => {
      if (isShown) setSettled({ before, after, outcome });
    };
    compare({ before, after }, own.signal).then(
      (comparison) => settle({ state: 'done', comparison }),
      () => settle({ state: own.signal.aborted ? 'stopped' : 'failed' }),
    );
    return () => {
      isShown = false;
      own.abort();
    };
  }, [before, after, compare, tries]);
  const retry = () => {
    setSettled(null);
    setTries((count) => count + 1);
  };
  // What was found for two other texts is not shown for these, not even for a moment.
  const outcome = settled?.before === before && settled?.after === after ? (settled?.outcome ?? working) : working;
  return { outcome, stop: () => control.current?.abort(), retry };
}
