import { listBooksForOwner, readBookForOwner } from '@inkbear/contracts/books/internal';
import { exportEverything } from '@inkbear/contracts/export/export';
import { readStoryPage } from '@inkbear/contracts/stories/internal';
import { FairSlots, type SlotRequest } from '@inkbear/service-kit/fair-slots';
import type { Logger } from '@inkbear/service-kit/logger';
import type { Peers } from '@inkbear/service-kit/peers';
import { ProblemError } from '@inkbear/service-kit/problem';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { attachment } from '../rendering/attachment.ts';
import { readChapters } from '../sources/read-chapters.ts';
import { readPages } from '../sources/read-pages.ts';
import { ArchiveReaders } from './archive-readers.ts';
import { archiveFiles, type Belongings } from './archive.ts';
import { pack } from './pack.ts';

interface Deps {
  readonly peers: Peers;
  readonly logger: Logger;
  /** Archives at once; one for each user. */
  readonly slots: number;
  readonly stallMs: number;
  readonly deadlineMs: number;
  readonly slowBytesPerSecond: number;
}

/** An archive takes seconds to minutes: no client should wait for it in a queue. */
const busyRetrySeconds = 30;
/** When a slow reader was cut off: its slot is free in a moment. */
const freedRetrySeconds = 1;

const busy = (retryAfterSeconds = busyRetrySeconds) => new ProblemError('export.busy', { retryAfterSeconds });

export function archiveRoutes({ peers, slots, ...limits }: Deps): ServedRoute[] {
  const archives = new FairSlots({
    slots,
    maxRunningPerShare: 1,
    maxWaiting: 0,
    maxWaitingPerShare: 0,
    full: () => busy(),
  });
  const readers = new ArchiveReaders(limits);
  return [
    {
      ...serve(exportEverything, ({ identity: { userId }, signal }) =>
        Promise.resolve(
          reply(200, makeArchive({ peers, archives, readers, userId, signal }), attachment('inkbear-export.zip')),
        ),
      ),
      middleware: [readers.watch],
    },
  ];
}

interface ArchiveRequest {
  readonly peers: Peers;
  readonly archives: FairSlots;
  readonly readers: ArchiveReaders;
  readonly userId: string;
  readonly signal: AbortSignal;
}

/** Takes its slot with the first piece and not before, so that an archive nobody reads holds none. It is released when the stream ends, fails or is given up. */
async function* makeArchive({ peers, archives, readers, userId, signal }: ArchiveRequest): AsyncGenerator<Uint8Array> {
  const release = await acquireSlot(archives, readers, { share: userId, signal });
  try {
    const books = await peers.call(listBooksForOwner, { params: { id: userId }, signal });
    yield* pack(
      archiveFiles(
        belongingsOf(
          peers,
          userId,
          books.map(({ id }) => id),
          signal,
        ),
      ),
      signal,
    );
  } catch (error) {
    // Nobody is left to tell: what was aborted with the client's connection is no failure of a peer.
    if (!signal.aborted || signal.reason instanceof ProblemError) throw error;
  } finally {
    release();
  }
}

/** When others hold all slots, the slowest of them must leave, so that slow readers cannot keep everyone else out. */
async function acquireSlot(archives: FairSlots, readers: ArchiveReaders, turn: SlotRequest): Promise<() => void> {
  try {
    return await archives.acquire(turn);
  } catch (error) {
    const isOwnRunning = archives.runningOf(turn.share) > 0;
    if (!turn.signal?.aborted && !isOwnRunning && readers.cutOffSlowest()) throw busy(freedRetrySeconds);
    throw error;
  }
}

const belongingsOf = (peers: Peers, userId: string, books: readonly string[], signal: AbortSignal): Belongings => ({
  books,
  readBook: async (id) => {
    try {
      return await peers.call(readBookForOwner, { params: { id }, query: { userId }, signal });
    } catch (error) {
      if (isDeleted(error)) return null;
      throw error;
    }
  },
  async *readChapters({ book, chapters }) {
    try {
      yield* readChapters(peers, { bookId: book.id, userId, listed: chapters, signal });
    } catch (error) {
      if (!isDeleted(error)) throw error;
    }
  },
  readStories: () =>
    readPages(async (after: string | undefined) => {
      const { stories, next } = await peers.call(readStoryPage, { params: { id: userId }, query: { after }, signal });
      return { items: stories, next };
    }),
});

/** The book went to the trash while the archive was made. */
const isDeleted = (error: unknown): boolean => error instanceof ProblemError && error.code === 'books.not_found';
