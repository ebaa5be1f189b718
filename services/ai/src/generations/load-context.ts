import type { ContextChoice } from '@inkbear/contracts/ai/context';
import type { Book } from '@inkbear/contracts/books/book';
import { findScopeForOwner, readChapterContext } from '@inkbear/contracts/books/internal';
import type { Peers } from '@inkbear/service-kit/peers';
import { ProblemError } from '@inkbear/service-kit/problem';
import { chooseContext } from './choose-context.ts';
import type { BookContext } from './task.ts';

/** The book around a chapter, from its owner; someone else's is the same 404 as a missing one. */
export async function loadChapterContext(
  peers: Peers,
  userId: string,
  chapterId: string,
  choice: ContextChoice,
): Promise<BookContext> {
  const { bookId } = await peers.call(findScopeForOwner, { query: { userId, chapterId } });
  if (bookId === null) throw new ProblemError('books.chapter_not_found');
  return (await loadContext(peers, { userId, bookId, chapterId }, choice)).context;
}

/** The same for a chapter that is known by its number, with its text. */
export const loadNumberedChapter = (
  peers: Peers,
  chapter: { userId: string; bookId: string; chapterNumber: number },
  choice: ContextChoice,
): Promise<{ context: BookContext; content: string }> => loadContext(peers, chapter, choice);

type WantedChapter = { userId: string; bookId: string; chapterId?: string; chapterNumber?: number };

async function loadContext(
  peers: Peers,
  { userId, bookId, chapterId, chapterNumber }: WantedChapter,
  choice: ContextChoice,
): Promise<{ context: BookContext; content: string }> {
  const { book, chapter, before } = await peers.call(readChapterContext, {
    params: { id: bookId },
    query: { userId, chapterId, chapterNumber },
  });
  refuseSuspended(book);
  const whole = { book, chapter, before, inFull: new Set<string>(), withoutNames: false };
  return { context: chooseContext(whole, choice), content: chapter.content };
}

/** Makes sure that a book belongs to the user before its counters are touched. */
export async function requireBook(peers: Peers, userId: string, bookId: string): Promise<void> {
  refuseSuspended(await peers.call(findScopeForOwner, { query: { userId, bookId } }));
}

function refuseSuspended({ aiSuspended }: Pick<Book, 'aiSuspended'>): void {
  if (aiSuspended) throw new ProblemError('ai.suspended');
}
