import { movePassages } from '@inkbear/story-analysis/evidence/move-evidence';
import type { EvidenceMover } from '../candidates.ts';

export const passageMover: EvidenceMover = {
  name: 'moved passages',
  moveEvidence: ({ edits, after, quotes }) => {
    const mapPos = (position: number, side: -1 | 1): number => {
      let at = position;
      for (const { from, to, insert } of edits) {
        if (at > to || (at === to && (from < to || side > 0))) at += insert.length - (to - from);
        else if (at > from) at = side > 0 ? from + insert.length : from;
      }
      return at;
    };
    return movePassages(quotes, { mapPos }, after);
  },
};
