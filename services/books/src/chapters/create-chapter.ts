import { rowOverheadBytes } from '@inkbear/manuscript-store/change';
import type { HistoryRepository } from '@inkbear/manuscript-store/history.repository';
import type { ByteQuota } from '@inkbear/service-kit/byte-quota';
import type { Clock } from '@inkbear/service-kit/clock';
import type { NewId } from '@inkbear/service-kit/ids';
import type { Outbox } from '@inkbear/service-kit/outbox';
import type { BookPolicy } from '../books/book.policy.ts';
import type { BookRepository } from '../books/book.repository.ts';
import { requireChapterCapacity } from '../books/quota.ts';
import { type ChapterRow, firstChangeRow, newChapter } from './chapter.ts';
import type { ChapterRepository } from './chapter.repository.ts';

export interface StructureDeps {
  readonly books: BookRepository;
  readonly chapters: ChapterRepository;
  readonly history: HistoryRepository;
  readonly policy: BookPolicy;
  readonly quota: ByteQuota;
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** Adds an empty chapter after the chapter number `after`, or at the end. */
export async function createChapter(
  { books, chapters, history, policy, quota, outbox, clock, newId }: StructureDeps,
  input: { bookId: string; userId: string; title: string; after: number | undefined },
): Promise<ChapterRow> {
  const { bookId, userId, title } = input;
  const { madeUnder } = await books.getLive(bookId, userId);
  await policy.requireEditable({ madeUnder, userId });
  const request = { userId, operation: 'create', bytes: Buffer.byteLength(title) + rowOverheadBytes } as const;
  const at = clock.now();
  const id = newId();
  return await quota.reserve(request, () =>
    outbox.run(async ({ session }) => {
      await books.lock(bookId, userId, at, session);
      const last = await chapters.countLive(bookId, session);
      requireChapterCapacity(last);
      const chapterNumber = Math.min(input.after ?? last, last) + 1;
      await chapters.shiftNumbers(bookId, chapterNumber, 1, session);
      const chapter = newChapter({ id, bookId, userId, madeUnder, chapterNumber, title, at });
      await chapters.insertMany([chapter], session);
      await history.insertChanges([firstChangeRow(chapter)], session);
      return chapter;
    }),
  );
}
