import { extractedUnitsMax } from '@inkbear/contracts/bible/internal';
import type { ConventionCounts } from '@inkbear/story-analysis/conventions/count-conventions';

/**
 * Which revision of a chapter was extracted for the story bible, and when the next extraction is due. In this row
 * “read” means extracted by rules; `providerRev` alone is about an AI provider. Rows are small, one for each chapter,
 * so they do not count against the quota.
 */
export interface ExtractionRow {
  /** The id of the chapter. */
  _id: string;
  bookId: string;
  userId: string;
  /** The newest revision that is known to be saved. */
  savedRev: number;
  /** The revision that was extracted last (“read” is the stored name); 0 before the first extraction. */
  readRev: number;
  /** When the first save that is not extracted yet was noticed; null when all are extracted. */
  changedAt: Date | null;
  /** When the next extraction is due; null when all saves are extracted. */
  dueAt: Date | null;
  /** What became of the extraction that is due; absent or null before it starts. */
  attempt?: 'running' | 'failed' | null;
  /** The revision last read by an AI provider. Absent before the first reading. */
  providerRev?: number;
  /** The counts of style conventions in that revision; null when an earlier release extracted it. */
  conventions?: ConventionCounts | null;
}

/** A chapter is extracted when it was not saved for this long. */
export const debounceDelayMs = 10_000;
/** A chapter that is saved again and again is extracted after this time. */
export const debounceMaxWaitMs = 60_000;
/**
 * Characters that are extracted together, about 100,000 words. Of a longer chapter only so many are extracted, because the
 * memory that this needs grows with them.
 */
export const maxUnitsPerExtraction = extractedUnitsMax;
