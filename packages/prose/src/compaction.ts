export type RevisionKind =
  | 'autosave'
  | 'replace'
  | 'structure'
  | 'put'
  | 'forced-put'
  | 'conflict'
  | 'ai'
  | 'restore'
  | 'deletion'
  | 'snapshot'
  | 'created';

/** A stored revision. `at` is in milliseconds since the epoch; a `name` makes it a named revision. */
export interface Revision {
  rev: number;
  at: number;
  kind: RevisionKind;
  name?: string | undefined;
}

/** A pause of this length between two saves ends a writing session. */
export const writingSessionGapMs = 30 * 60_000;
/** Minimum age of revisions that are compacted. */
export const compactionMinAgeMs = 24 * 3_600_000;

/**
 * Lists the revisions that may be merged into the next one: unnamed autosaves that the next autosave of the same session
 * replaced at least a day ago. So these are never listed: the newest revision, the last one of each session, and every
 * text that was replaced by a conflict, a full save, an AI result, a bulk edit, a move between chapters, a restore or a deletion. Idempotent.
 * @param revisions the stored revisions, in any order
 * @param now milliseconds since the epoch
 * @returns revision numbers, ascending
 */
export const listCompactableRevisions = (revisions: readonly Revision[], now: number): number[] => {
  const sorted = [...revisions].sort((a, b) => a.rev - b.rev);
  return sorted
    .filter((revision, index) => {
      const next = sorted[index + 1];
      if (!next || revision.kind !== 'autosave' || next.kind !== 'autosave' || revision.name !== undefined)
        return false;
      const gap = next.at - revision.at;
      return gap >= 0 && gap < writingSessionGapMs && now - next.at >= compactionMinAgeMs;
    })
    .map(({ rev }) => rev);
};
