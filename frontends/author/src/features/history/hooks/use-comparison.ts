import { useEffect, useRef, useState } from 'react';
import type { Compare } from '../comparer/compare-in-worker.ts';
import type { Comparison } from '../comparison.ts';

type Outcome = { readonly state: 'working' | 'stopped' | 'failed' } | { readonly state: 'done'; readonly comparison: Comparison };

/** What became of one text in another. While one of them is undefined it waits. */
export function useComparison(before: string | undefined, after: string | undefined, compare: Compare) {
  const [outcome, setOutcome] = useState<Outcome>({ state: 'working' });
  const [tries, setTries] = useState(0);
  const control = useRef<AbortController | null>(null);
  useEffect(() => {
    setOutcome({ state: 'working' });
    if (before === undefined || after === undefined) return undefined;
    const own = new AbortController();
    control.current = own;
    let isShown = true;
    const settle = (next: Outcome) => { if (isShown) setOutcome(next); };
    compare({ before, after }, own.signal).then((comparison) => settle({ state: 'done', comparison }), () => settle({ state: own.signal.aborted ? 'stopped' : 'failed' }));
    return () => {
      isShown = false;
      own.abort();
    };
  }, [before, after, compare, tries]);
  return { outcome, stop: () => control.current?.abort(), retry: () => setTries((count) => count + 1) };
}
