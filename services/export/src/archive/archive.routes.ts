import { listBooksForOwner, readBookForOwner, readChapterPage } from '@inkbear/contracts/books/internal';
import { exportEverything } from '@inkbear/contracts/export/export';
import { readStoryPage } from '@inkbear/contracts/stories/internal';
import type { Peers } from '@inkbear/service-kit/peers';
import { ProblemError } from '@inkbear/service-kit/problem';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { attachment } from '../rendering/attachment.ts';
import { readPages } from '../read-pages.ts';
import { archiveFiles, type Belongings } from './archive.ts';
import { pack } from './pack.ts';

export const archiveRoutes = ({ peers }: { peers: Peers }): ServedRoute[] => [
  serve(exportEverything, async ({ identity: { userId } }) => {
    const books = await peers.call(listBooksForOwner, { params: { id: userId } });
    const belongings = belongingsOf(peers, userId, books.map(({ id }) => id));
    return reply(200, pack(archiveFiles(belongings)), attachment('inkbear-export.zip'));
  }),
];

const belongingsOf = (peers: Peers, userId: string, books: readonly string[]): Belongings => ({
  books,
  readBook: async (id) => (await unlessDeleted(peers.call(readBookForOwner, { params: { id }, query: { userId } })))?.book ?? null,
  readChapters: (id) => readPages(async (after: number | undefined) => {
    const page = await unlessDeleted(peers.call(readChapterPage, { params: { id }, query: { userId, after } }));
    return { items: page?.chapters ?? [], next: page?.next ?? null };
  }),
  readStories: () => readPages(async (after: string | undefined) => {
    const { stories, next } = await peers.call(readStoryPage, { params: { id: userId }, query: { after } });
    return { items: stories, next };
  }),
});

/** Null when the book went to the trash while the archive was made. */
async function unlessDeleted<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'books.not_found') return null;
    throw error;
  }
}
