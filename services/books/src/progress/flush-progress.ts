import { chapterProgressed } from '@inkbear/contracts/events';
import type { Batch } from '@inkbear/service-kit/batches';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Outbox } from '@inkbear/service-kit/outbox';
import type { ChapterRow } from '../chapters/chapter.ts';
import type { ChapterRepository, ProgressRow } from '../chapters/chapter.repository.ts';
import { reportEveryMs, takeDue, unreported, type WordsOfDay } from './progress.ts';
import type { WritingDayRepository } from './writing-day.repository.ts';

export interface FlushDeps {
  readonly chapters: ChapterRepository;
  readonly writingDays: WritingDayRepository;
  readonly outbox: Outbox;
  readonly clock: Clock;
}

/** A chapter that nobody saved for so long is not looked at again before its next save. */
const quietMs = 30_000;

/** The batch that reports written words, for each chapter at most every 5 s. Every chapter that was looked at waits 5 s for its next turn, so this ends. */
export const flushProgress = (deps: FlushDeps): Batch<ProgressRow> => ({
  name: 'flush-progress',
  list: (limit) => deps.chapters.listProgressDue(deps.clock.now(), limit),
  idOf: ({ _id }) => _id,
  work: (chapter) => flushChapter(deps, chapter, deps.clock.now()),
});

async function flushChapter(deps: FlushDeps, chapter: ProgressRow, now: Date): Promise<void> {
  const { written, updatedAt } = chapter;
  const { reported, report } = takeDue(written, chapter.reported, now);
  if (report) return await sendReport(deps, chapter, reported, report, now);
  const isQuiet =
    Math.abs(now.getTime() - updatedAt.getTime()) >= quietMs && unreported(written, reported.words).length === 0;
  if (!isQuiet || !(await deps.chapters.endProgress(chapter)))
    await deps.chapters.delayProgress(chapter, nextTurn(now));
}

/** The number of reports is compared and counted up in the same transaction, so it names this report for ever. */
async function sendReport(
  { chapters, writingDays, outbox }: FlushDeps,
  chapter: ProgressRow,
  reported: ChapterRow['reported'],
  report: WordsOfDay,
  now: Date,
): Promise<void> {
  const { _id: chapterId, bookId, userId, wordCount } = chapter;
  await outbox.run(async ({ session, emit }) => {
    if (!(await chapters.setReported(chapter, reported, nextTurn(now), session))) return;
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

const nextTurn = (now: Date): Date => new Date(now.getTime() + reportEveryMs);
