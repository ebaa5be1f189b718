import { useEffect, useState } from 'react';

/** Pieces rendered per step: a few milliseconds of work, and more than a screen of text. */
const perStep = 300;

/** How many of `count` pieces to render: grows step by step, so that the page stays responsive. */
export function useIncrementalCount(count: number): number {
  const [shown, setShown] = useState(perStep);
  useEffect(() => {
    if (shown >= count) return undefined;
    const timer = setTimeout(() => setShown((before) => before + perStep));
    return () => clearTimeout(timer);
  }, [shown, count]);
  return Math.min(shown, count);
}
