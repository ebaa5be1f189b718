import type { BibleEntryDetails } from '@inkbear/contracts/bible/bible';
import { readBiblePage } from '@inkbear/contracts/bible/internal';
import {
  listBooksForOwner,
  readBookForOwner,
  readDesignAndMatter,
  readStyleForOwner,
} from '@inkbear/contracts/books/internal';
import type { Story } from '@inkbear/contracts/stories/story';
import { readStoryPage } from '@inkbear/contracts/stories/internal';
import type { Peers } from '@inkbear/service-kit/peers';
import { ProblemError } from '@inkbear/service-kit/problem';
import { readChapters } from '../sources/read-chapters.ts';
import type { AccountContent } from './archive.ts';

interface Request {
  readonly userId: string;
  readonly signal: AbortSignal;
}

/** Lists the user's books. Everything else is read from the books and stories services when the archive needs it. */
export async function readAccountContent(peers: Peers, { userId, signal }: Request): Promise<AccountContent> {
  const books = await peers.call(listBooksForOwner, { params: { id: userId }, signal });

  return {
    books: books.map(({ id }) => id),
    readBook: async (id) => {
      try {
        const request = { params: { id }, query: { userId }, signal };
        const [listed, designAndMatter, style] = await Promise.all([
          peers.call(readBookForOwner, request),
          peers.call(readDesignAndMatter, request),
          peers.call(readStyleForOwner, request),
        ]);
        return { ...listed, ...designAndMatter, style };
      } catch (error) {
        if (isDeleted(error)) return null;
        throw error;
      }
    },
    readChapters: ({ book, chapters }) =>
      untilDeleted(readChapters(peers, { bookId: book.id, userId, chapterList: chapters, signal })),
    hasBible: async (bookId) => {
      try {
        const query = { userId };
        return (await peers.call(readBiblePage, { params: { id: bookId }, query, signal })).decided > 0;
      } catch (error) {
        if (isDeleted(error)) return false;
        throw error;
      }
    },
    readBible: (bookId) => untilDeleted(readBible(peers, { bookId, userId, signal })),
    readStories: () => readStories(peers, { userId, signal }),
  };
}

/** Ends without an error when the book is moved to the trash meanwhile. */
async function* untilDeleted<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* items;
  } catch (error) {
    if (!isDeleted(error)) throw error;
  }
}

/** Yields all entries of a story bible, one page in memory at a time. */
async function* readBible(
  peers: Peers,
  { bookId, userId, signal }: Request & { readonly bookId: string },
): AsyncGenerator<BibleEntryDetails> {
  let after: string | undefined;
  for (;;) {
    const query = { userId, after };
    const { entries, next } = await peers.call(readBiblePage, { params: { id: bookId }, query, signal });
    yield* entries;
    if (next === null) return;
    after = next;
  }
}

/** Yields all stories, one page in memory at a time. */
async function* readStories(peers: Peers, { userId, signal }: Request): AsyncGenerator<Story> {
  let after: string | undefined;
  for (;;) {
    const { stories, next } = await peers.call(readStoryPage, { params: { id: userId }, query: { after }, signal });
    yield* stories;
    if (next === null) return;
    after = next;
  }
}

/** True when a book was moved to the trash while the archive was streamed. */
const isDeleted = (error: unknown): boolean => error instanceof ProblemError && error.code === 'books.not_found';
