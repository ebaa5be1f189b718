export type RevisionKind =
  'autosave' | 'replace' | 'put' | 'forced-put' | 'conflict' | 'ai' | 'restore' | 'deletion' | 'snapshot' | 'created';

/** How a revision came to be; `at` in milliseconds since the epoch; a `name` makes it a named snapshot. */
export interface Revision {
  rev: number;
  at: number;
  kind: RevisionKind;
  name?: string | undefined;
}

/** A longer pause between two saves ends a sitting. */
export const SITTING_GAP_MS = 30 * 60_000;
/** Younger revisions are never folded. */
export const KEEP_ALL_MS = 24 * 3_600_000;

/**
 * Which revisions may be folded into the one that follows. Only an unnamed autosave that the next autosave of the same
 * sitting replaced, and only a day after that: so the newest revision, the last one of each sitting, and every text that
 * a conflict, a full save, an AI result, a replacement at one stroke, a restore or a deletion replaced stay. Calling it again after folding changes nothing.
 * @param revisions those still kept, in any order
 * @param now milliseconds since the epoch
 * @returns revs, ascending
 */
export const revisionsToFold = (revisions: readonly Revision[], now: number): number[] => {
  const sorted = [...revisions].sort((a, b) => a.rev - b.rev);
  return sorted
    .filter((revision, index) => {
      const next = sorted[index + 1];
      if (!next || revision.kind !== 'autosave' || next.kind !== 'autosave' || revision.name !== undefined)
        return false;
      const gap = next.at - revision.at;
      return gap >= 0 && gap < SITTING_GAP_MS && now - next.at >= KEEP_ALL_MS;
    })
    .map(({ rev }) => rev);
};
