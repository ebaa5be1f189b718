import type { ContextChoice } from '@inkbear/contracts/ai/context';
import type { Book } from '@inkbear/contracts/books/book';
import { findScopeForOwner, readChapterContext } from '@inkbear/contracts/books/internal';
import type { Peers } from '@inkbear/service-kit/peers';
import { ProblemError } from '@inkbear/service-kit/problem';
import { applyContextChoice } from './apply-context-choice.ts';
import type { BookContext } from './task.ts';

/**
 * Reads the context of a chapter from the books service. Another user's chapter gives the same 404 as a missing one.
 */
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

/** Reads the context and the text of a chapter that is given by its number. */
export const loadNumberedChapter = (
  peers: Peers,
  chapter: { userId: string; bookId: string; chapterNumber: number },
  choice: ContextChoice,
): Promise<{ context: BookContext; content: string }> => loadContext(peers, chapter, choice);

type ChapterLookup = { userId: string; bookId: string; chapterId?: string; chapterNumber?: number };

async function loadContext(
  peers: Peers,
  { userId, bookId, chapterId, chapterNumber }: ChapterLookup,
  choice: ContextChoice,
): Promise<{ context: BookContext; content: string }> {
  const { book, chapter, before, style, entries } = await peers.call(readChapterContext, {
    params: { id: bookId },
    query: { userId, chapterId, chapterNumber },
  });
  requireNotSuspended(book);
  const fullContext = {
    book,
    chapter,
    earlierChapters: before,
    inFull: new Set<string>(),
    style,
    entries,
    pinnedEntries: new Set<string>(),
    withoutPassages: false,
  };
  return { context: applyContextChoice(fullContext, choice), content: chapter.content };
}

/**
 * Throws 404 unless the book belongs to the user, and 403 when AI is suspended for it. Called before the book's
 * counters are raised.
 */
export async function requireOwnBook(peers: Peers, userId: string, bookId: string): Promise<void> {
  requireNotSuspended(await peers.call(findScopeForOwner, { query: { userId, bookId } }));
}

function requireNotSuspended({ aiSuspended }: Pick<Book, 'aiSuspended'>): void {
  if (aiSuspended) throw new ProblemError('ai.suspended');
}
