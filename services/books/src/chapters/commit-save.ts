import { chapterProgressed } from '@inkbear/contracts/events';
import type { Outbox, Transaction } from '@inkbear/service-kit/outbox';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { WordsOfDay } from '../progress/progress.ts';
import type { RevisionRepository } from '../revisions/revision.repository.ts';
import type { ChapterRow } from './chapter.ts';
import type { ChapterRepository } from './chapter.repository.ts';
import type { Decision } from './decide-save.ts';

/** Writes a decision in one transaction; false when the chapter changed meanwhile and the decision must be made anew. */
export async function commitSave({ outbox, chapters, revisions }: { outbox: Outbox; chapters: ChapterRepository; revisions: RevisionRepository }, { before, after, change, wantsSnapshot, report }: Decision): Promise<boolean> {
  return await outbox.run(async (transaction) => {
    const { session } = transaction;
    if (!(await chapters.swap(before, after, session))) return false;
    if (change) await revisions.insertChange(change, session);
    if (wantsSnapshot) await revisions.insertSnapshot({ _id: `${after._id}:${after.rev}`, chapterId: after._id, rev: after.rev, content: after.content }, session);
    if (report) await emitProgress(transaction, after, report);
    return true;
  });
}

/** `progress.sent` was counted up in the same transaction, so its number names this report for ever. */
export async function emitProgress({ emit }: Pick<Transaction, 'emit'>, chapter: Pick<ChapterRow, '_id' | 'bookId' | 'userId' | 'wordCount' | 'progress'>, report: WordsOfDay): Promise<void> {
  await emit(chapterProgressed, chapter._id, { chapterId: chapter._id, bookId: chapter.bookId, userId: chapter.userId, wordCount: chapter.wordCount, progressId: `${chapter._id}:${chapter.progress.sent}`, ...report });
}

const maxTries = 200;

/** Repeats read, decide and write until the write fits what was read. */
export async function untilWritten<T>(attempt: () => Promise<T | null>): Promise<T> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const result = await attempt();
    if (result !== null) return result;
  }
  throw new ProblemError('server.unavailable');
}
