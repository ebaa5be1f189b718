import { readReadingScope, type ReadingScope } from '@inkbear/contracts/bible/internal';
import type { ErrorCode } from '@inkbear/contracts/error-codes';
import { canUseChapterAi } from '@inkbear/contracts/plans';
import type { Batch } from '@inkbear/service-kit/batches';
import { ProblemError } from '@inkbear/service-kit/problem';
import { AiRefusal } from '../quota/ai-refusal.ts';
import type { AutomaticReadingRepository, AutomaticReadingRow } from './automatic-reading.repository.ts';
import { readChapter } from './read-chapter.ts';
import { estimateReadingTokens } from './reading-estimate.ts';
import { type SummaryDeps, writeSummary } from './write-summary.ts';

type AutomaticReadingDeps = SummaryDeps & { readonly automaticReadings: AutomaticReadingRepository };

/** Chapters that are read at the same time. */
const concurrency = 4;
/** A chapter of 20,000 words takes a few minutes. */
const maxReadingMs = 600_000;
/** When the books service or the provider's queue is busy, the chapter is tried again after this time. */
const busyRetrySeconds = 120;
const busyCodes: ReadonlySet<string> = new Set<ErrorCode>(['server.unavailable', 'server.busy', 'ai.too_busy']);

/** The batch that reads changed chapters automatically, where the author has allowed it. */
export const readChangedChapters = (deps: AutomaticReadingDeps): Batch<AutomaticReadingRow> => ({
  name: 'read-changed-chapters',
  list: (limit) => deps.automaticReadings.listDue(deps.clock.now(), limit),
  idOf: ({ _id }) => _id,
  work: (row, signal) => readChangedChapter(deps, row, signal),
  concurrency,
});

/**
 * Reads one chapter. When the provider fails, the chapter is read again after its next change. When the tokens of the day
 * are used up, it is read on the next day.
 */
async function readChangedChapter(
  deps: AutomaticReadingDeps,
  row: AutomaticReadingRow,
  stopping: AbortSignal,
): Promise<void> {
  const { automaticReadings, clock, logger } = deps;
  if (stopping.aborted) return;
  const scope = await findAllowed(deps, row);
  if (scope === null) return await automaticReadings.delete(row);
  if (isTooLong(deps, scope, row)) return await automaticReadings.waitForChange(row);
  if (!(await automaticReadings.claim(row, clock.now()))) return;
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(maxReadingMs)]);
  const { _id: chapterId, bookId, userId } = row;
  const chapter = { userId, bookId, chapterId, isAutomatic: true, signal, onSpent: () => undefined };
  try {
    const counts = await readChapter(deps, { ...chapter, known: scope.entries });
    if (counts !== null && (await findAllowed(deps, row)) !== null) await writeSummary(deps, chapter);
    await (counts === null ? automaticReadings.waitForChange(row) : automaticReadings.markRead(row));
  } catch (err) {
    const seconds = stopping.aborted ? 0 : retrySecondsOf(err);
    if (seconds !== null)
      return await automaticReadings.postpone(row, new Date(clock.now().getTime() + seconds * 1000));
    logger.warn({ err, chapterId }, 'automatic_reading_failed');
    await automaticReadings.waitForChange(row);
  }
}

/** Whether a chapter takes more than the tokens of a day, so that it is only read when its author asks for it. */
function isTooLong(
  { tokens }: AutomaticReadingDeps,
  { chapters }: ReadingScope,
  { _id }: AutomaticReadingRow,
): boolean {
  const words = chapters.find(({ id }) => id === _id)?.wordCount ?? 0;
  return estimateReadingTokens(words) > tokens.automaticTokens;
}

/** After how long a chapter may be read although it has not changed again; null when it waits for its next change. */
function retrySecondsOf(error: unknown): number | null {
  if (!(error instanceof ProblemError)) return null;
  if (error instanceof AiRefusal) return Number(error.headers['Retry-After'] ?? NaN) || null;
  return busyCodes.has(error.code) ? busyRetrySeconds : null;
}

/** Null when the book is gone, or AI may not read it automatically. */
async function findAllowed(
  { peers, entitlements, provider }: AutomaticReadingDeps,
  { _id: chapterId, bookId, userId }: AutomaticReadingRow,
): Promise<ReadingScope | null> {
  if (provider.name === 'offline' || !canUseChapterAi(await entitlements.find(userId))) return null;
  try {
    const scope = await peers.call(readReadingScope, { params: { id: bookId }, query: { userId } });
    const isAllowed = scope.providerReading === 'automatic' && !scope.aiSuspended;
    return isAllowed && scope.chapters.some(({ id }) => id === chapterId) ? scope : null;
  } catch (error) {
    if (error instanceof ProblemError && error.status === 404) return null;
    throw error;
  }
}
