import type { StoryFinding } from '@inkbear/contracts/bible/finding';
import { useEffect, useState } from 'react';

interface Shown {
  readonly id: string;
  /** Its place in the list when it was shown. */
  readonly index: number;
}

/** The finding that was shown last. It is not panel state, because opening another chapter remounts the panel. */
let lastShown: Shown | null = null;

/**
 * F8 shows the next finding, Shift+F8 the previous one; after the last one comes the first one. When the shown finding
 * has left the list, the next one is the one in its place.
 * @param findings in the order of the page
 * @returns the id of the finding that was shown last
 */
export function useFindingKeys(
  findings: readonly StoryFinding[],
  show: (finding: StoryFinding) => void,
): string | undefined {
  const [shown, setShown] = useState(lastShown);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'F8' || event.ctrlKey || event.metaKey || event.altKey || findings.length === 0) return;
      event.preventDefault();
      const index = indexToShow(findings, shown, event.shiftKey);
      const next = findings[index];
      if (!next) return;
      lastShown = { id: next.id, index };
      setShown(lastShown);
      show(next);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
  return shown?.id;
}

function indexToShow(findings: readonly StoryFinding[], shown: Shown | null, isBackwards: boolean): number {
  const at = findings.findIndex(({ id }) => id === shown?.id);
  const before = at < 0 ? (shown?.index ?? 0) - 1 : at - 1;
  const after = at < 0 ? (shown?.index ?? 0) : at + 1;
  return ((isBackwards ? before : after) + findings.length) % findings.length;
}
