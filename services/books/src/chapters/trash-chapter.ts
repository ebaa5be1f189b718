import { chapterRemoved } from '@inkbear/contracts/events';
import { pinRevisions } from '@inkbear/manuscript-store/revisions';
import type { Transaction } from '@inkbear/service-kit/outbox';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { BookPolicy } from '../books/book.policy.ts';
import type { TrashDeps } from '../books/trash-book.ts';
import { newTrash } from '../trash/trash.ts';
import type { ChapterRow } from './chapter.ts';

/**
 * Moves a chapter to the trash, renumbers the later chapters, and pins its current revision, so that it is never
 * compacted.
 */
export async function trashChapter(
  deps: TrashDeps & { policy: BookPolicy },
  id: string,
  userId: string,
): Promise<void> {
  const { books, chapters, outbox, clock, policy } = deps;
  const { bookId, madeUnder } = await chapters.getLive(id, userId);
  await policy.requireEditable({ madeUnder, userId });
  const at = clock.now();
  await outbox.run(async (transaction) => {
    await books.lock(bookId, userId, at, transaction.session);
    const chapter = (await chapters.listAllLive(bookId, transaction.session)).find(({ _id }) => _id === id);
    if (!chapter) throw new ProblemError('books.chapter_not_found');
    await trashChapterIn(transaction, deps, chapter, at);
  });
}

/** Moves a chapter to the trash in a transaction that has locked its book. */
export async function trashChapterIn(
  transaction: Transaction,
  { chapters, history, trash, newId }: Pick<TrashDeps, 'chapters' | 'history' | 'trash' | 'newId'>,
  chapter: Pick<ChapterRow, '_id' | 'bookId' | 'userId' | 'chapterNumber' | 'title' | 'rev'>,
  at: Date,
): Promise<void> {
  const { session, emit } = transaction;
  const { _id: id, bookId, userId, chapterNumber, title } = chapter;
  if (!(await chapters.changeState({ id, from: 'live', to: 'trashed' }, { updatedAt: at }, session)))
    throw new ProblemError('books.chapter_not_found');
  await chapters.shiftNumbers(bookId, chapterNumber + 1, -1, session);
  await pinRevisions({ heads: chapters, history }, [chapter], session);
  await trash.requireCapacity(userId, transaction);
  await trash.insert(newTrash({ id: newId(), userId, kind: 'chapter', itemId: id, bookId, title, at }), session);
  await emit(chapterRemoved, id, { chapterId: id, bookId, userId, stage: 'trashed' });
}
