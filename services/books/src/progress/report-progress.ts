import { chapterProgressed } from '@inkbear/contracts/events';
import type { Batch } from '@inkbear/service-kit/batches';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Outbox } from '@inkbear/service-kit/outbox';
import type { ChapterRow } from '../chapters/chapter.ts';
import type { ChapterRepository, ProgressRow } from '../chapters/chapter.repository.ts';
import { reportIntervalMs, nextReport, unreported, type WordsOfDay } from './progress.ts';
import type { ExtractionRepository } from '../extraction/extraction.repository.ts';
import type { WritingDayRepository } from './writing-day.repository.ts';

export interface ProgressReportDeps {
  readonly chapters: ChapterRepository;
  readonly writingDays: WritingDayRepository;
  readonly extractions: ExtractionRepository;
  readonly outbox: Outbox;
  readonly clock: Clock;
}

/** A chapter without a save for this long is not scheduled again until its next save. */
const idleMs = 30_000;

/**
 * The batch that reports written words, for each chapter at most every 5 s, and schedules the extraction from its text
 * for the story bible, so that the save itself need not. A run of the batch terminates, because a processed chapter is
 * due again only after 5 s.
 */
export const reportProgress = (deps: ProgressReportDeps): Batch<ProgressRow> => ({
  // The batch name from before a rename of the function; the log still has it.
  name: 'flush-progress',
  list: (limit) => deps.chapters.listProgressDue(deps.clock.now(), limit),
  idOf: ({ _id }) => _id,
  work: (chapter) => reportChapterWords(deps, chapter, deps.clock.now()),
});

async function reportChapterWords(deps: ProgressReportDeps, chapter: ProgressRow, now: Date): Promise<void> {
  const { written, updatedAt } = chapter;
  await deps.extractions.schedule(chapter, now);
  const { reported, report } = nextReport(written, chapter.reported, now);
  if (report) return await sendReport(deps, chapter, reported, report, now);
  const isIdle =
    Math.abs(now.getTime() - updatedAt.getTime()) >= idleMs && unreported(written, reported.words).length === 0;
  if (!isIdle || !(await deps.chapters.clearProgress(chapter)))
    await deps.chapters.postponeProgress(chapter, nextReportAt(now));
}

/** `reported.sent` is compared and incremented in this transaction, so it identifies the report (`progressId`). */
async function sendReport(
  { chapters, writingDays, outbox }: ProgressReportDeps,
  chapter: ProgressRow,
  reported: ChapterRow['reported'],
  report: WordsOfDay,
  now: Date,
): Promise<void> {
  const { _id: chapterId, bookId, userId, wordCount } = chapter;
  await outbox.run(async ({ session, emit }) => {
    if (!(await chapters.setReported(chapter, reported, nextReportAt(now), session))) return;
    await writingDays.add(chapter, report, session);
    await emit(chapterProgressed, chapterId, {
      chapterId,
      bookId,
      userId,
      wordCount,
      progressId: `${chapterId}:${reported.sent}`,
      ...report,
    });
  });
}

const nextReportAt = (now: Date): Date => new Date(now.getTime() + reportIntervalMs);
