import { chapterRemoved } from '@inkbear/contracts/events';
import { pinRevisions } from '@inkbear/manuscript-store/revisions';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { BookPolicy } from '../books/book.policy.ts';
import type { TrashDeps } from '../books/trash-book.ts';
import { newTrash } from '../trash/trash.ts';

/**
 * Moves a chapter to the trash, renumbers the later chapters, and pins its current revision, so that it is never
 * compacted.
 */
export async function trashChapter(
  { books, chapters, history, trash, outbox, clock, newId, policy }: TrashDeps & { policy: BookPolicy },
  id: string,
  userId: string,
): Promise<void> {
  const { bookId, madeUnder } = await chapters.getLive(id, userId);
  await policy.requireEditable({ madeUnder, userId });
  const at = clock.now();
  await outbox.run(async (transaction) => {
    const { session, emit } = transaction;
    await books.lock(bookId, userId, at, session);
    const chapter = (await chapters.listAllLive(bookId, session)).find(({ _id }) => _id === id);
    if (!chapter || !(await chapters.changeState({ id, from: 'live', to: 'trashed' }, { updatedAt: at }, session)))
      throw new ProblemError('books.chapter_not_found');
    await chapters.shiftNumbers(bookId, chapter.chapterNumber + 1, -1, session);
    await pinRevisions({ heads: chapters, history }, [chapter], session);
    await trash.requireCapacity(userId, transaction);
    await trash.insert(
      newTrash({ id: newId(), userId, kind: 'chapter', itemId: id, bookId, title: chapter.title, at }),
      session,
    );
    await emit(chapterRemoved, id, { chapterId: id, bookId, userId, stage: 'trashed' });
  });
}
