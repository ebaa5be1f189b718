import type { StoryFinding } from '@inkbear/contracts/bible/finding';
import { useEffect, useState } from 'react';

/** The id of the finding that was shown last. Not in the panel, because opening another chapter creates the panel anew. */
let lastShown: string | null = null;

/**
 * F8 shows the next finding, Shift+F8 the previous one; after the last one comes the first one.
 * @param findings as they stand on the page
 * @returns the id of the finding that was shown last
 */
export function useFindingKeys(findings: readonly StoryFinding[], show: (finding: StoryFinding) => void) {
  const [shownId, setShownId] = useState(lastShown);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'F8' || event.ctrlKey || event.metaKey || event.altKey || findings.length === 0) return;
      event.preventDefault();
      const at = findings.findIndex(({ id }) => id === shownId);
      const next = findings.at(event.shiftKey ? Math.max(at, 0) - 1 : (at + 1) % findings.length);
      if (!next) return;
      lastShown = next.id;
      setShownId(next.id);
      show(next);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
  return shownId;
}
