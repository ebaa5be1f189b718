import { readBookForOwner, readChapterForOwner } from '@inkbear/contracts/books/internal';
import type { Peers } from '@inkbear/service-kit/peers';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { BookContext } from './task.ts';

/** The book around a chapter, from its owner; someone else's is the same 404 as a missing one. */
export async function loadChapterContext(peers: Peers, userId: string, chapterId: string): Promise<BookContext> {
  const chapter = await peers.call(readChapterForOwner, { params: { id: chapterId }, query: { userId } });
  const { book, chapters } = await peers.call(readBookForOwner, { params: { id: chapter.bookId }, query: { userId } });
  if (book.aiSuspended) throw new ProblemError('ai.suspended');
  return { book, chapter, before: chapters.filter(({ chapterNumber }) => chapterNumber < chapter.chapterNumber) };
}

/** Makes sure that a book belongs to the user before its counters are touched. */
export async function requireBook(peers: Peers, userId: string, bookId: string): Promise<void> {
  const { book } = await peers.call(readBookForOwner, { params: { id: bookId }, query: { userId } });
  if (book.aiSuspended) throw new ProblemError('ai.suspended');
}
