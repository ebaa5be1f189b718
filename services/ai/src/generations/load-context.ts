import type { ContextChoice } from '@inkbear/contracts/ai/context';
import type { Book } from '@inkbear/contracts/books/book';
import type { Chapter } from '@inkbear/contracts/books/chapter';
import { findScopeForOwner, readBookForOwner } from '@inkbear/contracts/books/internal';
import type { Peers } from '@inkbear/service-kit/peers';
import { ProblemError } from '@inkbear/service-kit/problem';
import { chooseContext } from './choose-context.ts';
import type { BookContext } from './task.ts';

/** The book around a chapter, from its owner; someone else's is the same 404 as a missing one. */
export async function loadChapterContext(peers: Peers, userId: string, chapterId: string, choice: ContextChoice): Promise<BookContext> {
  const { bookId } = await peers.call(findScopeForOwner, { query: { userId, chapterId } });
  if (bookId === null) throw new ProblemError('books.chapter_not_found');
  return (await loadContext(peers, userId, bookId, choice, ({ id }) => id === chapterId)).context;
}

/** The same for a chapter that is known by its number, with its text. */
export const loadNumberedChapter = (peers: Peers, userId: string, bookId: string, chapterNumber: number, choice: ContextChoice): Promise<{ context: BookContext; content: string }> =>
  loadContext(peers, userId, bookId, choice, (chapter) => chapter.chapterNumber === chapterNumber);

async function loadContext(peers: Peers, userId: string, bookId: string, choice: ContextChoice, isWanted: (chapter: Chapter) => boolean): Promise<{ context: BookContext; content: string }> {
  const { book, chapters } = await peers.call(readBookForOwner, { params: { id: bookId }, query: { userId } });
  refuseSuspended(book);
  const chapter = chapters.find(isWanted);
  if (!chapter) throw new ProblemError('books.chapter_not_found');
  const whole = { book, chapter, before: chapters.filter(({ chapterNumber }) => chapterNumber < chapter.chapterNumber), inFull: new Set<string>(), withoutNames: false };
  return { context: chooseContext(whole, choice), content: chapter.content };
}

/** Makes sure that a book belongs to the user before its counters are touched. */
export async function requireBook(peers: Peers, userId: string, bookId: string): Promise<void> {
  refuseSuspended(await peers.call(findScopeForOwner, { query: { userId, bookId } }));
}

function refuseSuspended({ aiSuspended }: Pick<Book, 'aiSuspended'>): void {
  if (aiSuspended) throw new ProblemError('ai.suspended');
}
