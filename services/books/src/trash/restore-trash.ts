import { bookRemoved, chapterRemoved } from '@inkbear/contracts/events';
import { restoreTrashedStory } from '@inkbear/contracts/stories/internal';
import type { Peers } from '@inkbear/service-kit/peers';
import type { Transaction } from '@inkbear/service-kit/outbox';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { TrashDeps } from '../books/trash-book.ts';
import {
  requireBookCapacity,
  requireChapterCapacity,
  requireChapterFieldsCapacity,
  requireBookFieldsCapacity,
} from '../books/quota.ts';
import type { TrashRow } from './trash.ts';

export type RestoreDeps = TrashDeps & { readonly peers: Peers };

/**
 * Restores a book with its chapters, or a chapter at its old place. An id that is not in this trash may be a story's,
 * so the stories service is asked. Returns the message for the author.
 */
export async function restoreTrash(deps: RestoreDeps, id: string, userId: string): Promise<string> {
  const restored = await restoreBookOrChapter(deps, id, userId);
  if (restored === null) await restoreStory(deps.peers, id, userId);
  return `The ${restored ?? 'story'} is back.`;
}

async function restoreBookOrChapter(deps: TrashDeps, id: string, userId: string): Promise<TrashRow['kind'] | null> {
  const now = deps.clock.now();
  return await deps.outbox.run(async (transaction) => {
    const row = await deps.trash.findRestorable(id, userId, now, transaction.session);
    if (!row) return null;
    await deps.trash.delete(id, transaction.session);
    if (row.kind === 'book') await restoreBook(deps, transaction, row);
    else await restoreChapterIn(transaction, deps, row, now);
    return row.kind;
  });
}

async function restoreStory(peers: Peers, id: string, userId: string): Promise<void> {
  try {
    await peers.call(restoreTrashedStory, { params: { id }, query: { userId } });
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'stories.not_found')
      throw new ProblemError('books.trash_not_found');
    throw error;
  }
}

async function restoreBook(
  { books, chapters }: TrashDeps,
  transaction: Transaction,
  { itemId, userId }: TrashRow,
): Promise<void> {
  const { session, emit } = transaction;
  const book = await books.changeState({ id: itemId, userId, from: 'trashed', to: 'live' }, session);
  if (!book) throw new ProblemError('books.trash_not_found');
  // The list of books is limited, and books created meanwhile count.
  await requireBookCapacity(books, transaction, userId);
  await requireBookFieldsCapacity(books, userId, book.fieldBytes);
  await chapters.changeStateOfBook({ bookId: itemId, from: 'hidden', to: 'live' }, session);
  await emit(bookRemoved, itemId, { bookId: itemId, userId, stage: 'restored' });
}

/** Restores a chapter whose row in the trash was deleted. @param place its number; its old one if it is left out */
export async function restoreChapterIn(
  { session, emit }: Transaction,
  { books, chapters }: Pick<TrashDeps, 'books' | 'chapters'>,
  { itemId, bookId, userId }: Pick<TrashRow, 'itemId' | 'bookId' | 'userId'>,
  now: Date,
  place?: number,
): Promise<void> {
  await lockBook(books, bookId, userId, now, session);
  const chapter = await chapters.find(itemId, session);
  const last = await chapters.countLive(bookId, session);
  requireChapterCapacity(last);
  if (chapter) await requireChapterFieldsCapacity(chapters, chapter, chapter.fieldBytes);
  const chapterNumber = Math.min(place ?? chapter?.chapterNumber ?? last + 1, last + 1);
  await chapters.shiftNumbers(bookId, chapterNumber, 1, session);
  const restored = await chapters.changeState(
    { id: itemId, from: 'trashed', to: 'live' },
    { chapterNumber, updatedAt: now },
    session,
  );
  if (!restored) throw new ProblemError('books.trash_not_found');
  await emit(chapterRemoved, itemId, { chapterId: itemId, bookId, userId, stage: 'restored' });
}

/** Locks the book. A chapter cannot be restored while its book is in the trash. */
async function lockBook(
  books: TrashDeps['books'],
  bookId: string,
  userId: string,
  now: Date,
  session: Transaction['session'],
): Promise<void> {
  try {
    await books.lock(bookId, userId, now, session);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    throw new ProblemError('books.trash_not_found', {
      message: 'The book of this chapter is in the trash. Restore the book first.',
    });
  }
}
