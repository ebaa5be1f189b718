import { useEffect, useRef, useState } from 'react';
import type { Compare } from '../comparer/compare-in-worker.ts';
import type { Comparison } from '../comparison.ts';

type Outcome =
  { readonly state: 'working' | 'stopped' | 'failed' } | { readonly state: 'done'; readonly comparison: Comparison };
interface ComparedTexts {
  readonly before: string;
  readonly after: string;
  readonly outcome: Outcome;
}

const working: Outcome = { state: 'working' };

/** Compares two texts; waits while one of them is undefined. */
export function useComparison(before: string | undefined, after: string | undefined, compare: Compare) {
  const [compared, setCompared] = useState<ComparedTexts | null>(null);
  const [tries, setTries] = useState(0);
  const control = useRef<AbortController | null>(null);
  useEffect(() => {
    if (before === undefined || after === undefined) return undefined;
    const controller = new AbortController();
    control.current = controller;
    let isShown = true;
    const finish = (outcome: Outcome) => {
      if (isShown) setCompared({ before, after, outcome });
    };
    compare({ before, after }, controller.signal).then(
      (comparison) => finish({ state: 'done', comparison }),
      () => finish({ state: controller.signal.aborted ? 'stopped' : 'failed' }),
    );
    return () => {
      isShown = false;
      controller.abort();
    };
  }, [before, after, compare, tries]);
  const retry = () => {
    setCompared(null);
    setTries((count) => count + 1);
  };
  // An outcome for other texts must not be shown for these, not even for one render.
  const outcome = compared?.before === before && compared?.after === after ? (compared?.outcome ?? working) : working;
  return { outcome, stop: () => control.current?.abort(), retry };
}
