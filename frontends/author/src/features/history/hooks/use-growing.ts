import { useEffect, useState } from 'react';

/** Pieces that are drawn in one go: a few milliseconds of work, and more than a screen of text. */
const perStep = 300;

/** How many of so many pieces to draw: a few at first, soon all of them, with the page free to answer in between. */
export function useGrowing(count: number): number {
  const [shown, setShown] = useState(perStep);
  useEffect(() => {
    if (shown >= count) return undefined;
    const timer = setTimeout(() => setShown((before) => before + perStep));
    return () => clearTimeout(timer);
  }, [shown, count]);
  return Math.min(shown, count);
}
