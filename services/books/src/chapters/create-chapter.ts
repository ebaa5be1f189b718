import type { HistoryRepository } from '@inkbear/manuscript-store/history.repository';
import type { Clock } from '@inkbear/service-kit/clock';
import type { NewId } from '@inkbear/service-kit/ids';
import type { Outbox } from '@inkbear/service-kit/outbox';
import type { BookPolicy } from '../books/book.policy.ts';
import type { BookRepository } from '../books/book.repository.ts';
import { type ChapterRow, firstChangeRow, newChapter } from './chapter.ts';
import type { ChapterRepository } from './chapter.repository.ts';

export interface StructureDeps {
  readonly books: BookRepository;
  readonly chapters: ChapterRepository;
  readonly history: HistoryRepository;
  readonly policy: BookPolicy;
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** Adds an empty chapter after the given number, else at the end; a number beyond the last is the end too. */
export async function createChapter({ books, chapters, history, policy, outbox, clock, newId }: StructureDeps, wanted: { bookId: string; userId: string; title: string; after: number | undefined }): Promise<ChapterRow> {
  const { bookId, userId, title } = wanted;
  const { madeUnder } = await books.getLive(bookId, userId);
  await policy.requireEditable({ madeUnder, userId });
  const at = clock.now();
  const id = newId();
  return await outbox.run(async ({ session }) => {
    await books.lock(bookId, userId, at, session);
    const last = (await chapters.listPlans(bookId, session)).length;
    const chapterNumber = Math.min(wanted.after ?? last, last) + 1;
    await chapters.shiftNumbers(bookId, chapterNumber, 1, session);
    const chapter = newChapter({ id, bookId, userId, madeUnder, chapterNumber, title, at });
    await chapters.insertMany([chapter], session);
    await history.insertChanges([firstChangeRow(chapter)], session);
    return chapter;
  });
}
