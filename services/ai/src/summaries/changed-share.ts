import { type Fingerprint, hashShingles, winnow } from '@inkbear/story-analysis/provenance/fingerprint';

/** A summary is outdated when more than this share of the chapter has changed since it was written. */
export const outdatedShare = 0.2;

/**
 * How much a text differs from that of an earlier fingerprint, from 0 to 1: the share of eight-word passages that are gone
 * or new, whichever is larger. All texts of fewer than eight words count as equal, and as different from longer ones.
 */
export function changedShare(before: Fingerprint, text: string): number {
  const shingles = hashShingles(text);
  const gone = missingShare(before.hashes, new Set(shingles));
  const added = missingShare(winnow(shingles, before.window), new Set(before.hashes));
  return Math.max(gone, added);
}

function missingShare(hashes: readonly number[], others: ReadonlySet<number>): number {
  if (hashes.length === 0) return 0;
  return hashes.filter((hash) => !others.has(hash)).length / hashes.length;
}
