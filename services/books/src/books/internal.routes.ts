import * as bibleContract from '@inkbear/contracts/bible/internal';
import * as contract from '@inkbear/contracts/books/internal';
import { findBooksStorage } from '@inkbear/contracts/storage';
import type { ByteQuota } from '@inkbear/service-kit/byte-quota';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { applyPlanOverride, type OverrideDeps } from '../allowance/apply-plan-override.ts';
import { readBiblePage } from '../bible/read-bible-page.ts';
import { presentChapter } from '../chapters/chapter.presenter.ts';
import type { StyleDeps } from '../style-sheet/read-style.ts';
import {
  type DesignDeps,
  listBooks,
  readBookWithChapters,
  readChapterContext,
  readChapterPage,
  readDesignAndMatter,
  type ReadDeps,
} from './read-book.ts';

/** Routes for other services. Each call names a user and reaches only that user's data. */
export function internalRoutes(
  deps: ReadDeps & StyleDeps & DesignDeps & OverrideDeps & { quota: ByteQuota },
): ServedRoute[] {
  const { chapters, quota } = deps;

  return [
    serve(contract.readBookForOwner, async ({ params, query }) => {
      const bookWithChapters = await readBookWithChapters(deps, params.id, query.userId);

      return reply(200, bookWithChapters);
    }),
    serve(contract.readDesignAndMatter, async ({ params, query }) => {
      const designAndMatter = await readDesignAndMatter(deps, params.id, query.userId);

      return reply(200, designAndMatter);
    }),
    serve(bibleContract.readBiblePage, async ({ params, query }) => {
      const page = await readBiblePage(deps, { ...params, ...query });

      return reply(200, page);
    }),
    serve(contract.readChapterPage, async ({ params, query }) => {
      const page = await readChapterPage(deps, { ...params, ...query });

      return reply(200, page);
    }),
    serve(contract.readChapterContext, async ({ params, query }) => {
      const context = await readChapterContext(deps, { ...params, ...query });

      return reply(200, context);
    }),
    serve(contract.readChapterForOwner, async ({ params, query }) => {
      const chapter = await chapters.getLive(params.id, query.userId);

      return reply(200, presentChapter(chapter));
    }),
    serve(contract.findScopeForOwner, async ({ query }) => {
      const scope = await findScope(deps, query);

      return reply(200, scope);
    }),
    serve(contract.listBooksForOwner, async ({ params }) => {
      const books = await listBooks(deps, params.id);

      return reply(200, books);
    }),
    serve(contract.applyPlanOverride, async ({ params, body }) => {
      await applyPlanOverride(deps, params.id, body);

      return reply(200, { applied: true });
    }),
    serve(findBooksStorage, async ({ params }) => {
      const usage = await quota.usage(params.id);

      return reply(200, usage);
    }),
  ];
}

/** Checks that a book and a chapter belong to the user, without reading their texts. Throws 404. */
async function findScope(
  { books, chapters }: Pick<ReadDeps, 'books' | 'chapters'>,
  query: { userId: string; bookId?: string | undefined; chapterId?: string | undefined },
): Promise<{ bookId: string | null; chapterId: string | null; aiSuspended: boolean }> {
  const { userId } = query;
  const chapter = query.chapterId === undefined ? null : await chapters.getLiveIds(query.chapterId, userId);
  const namedBook = query.bookId === undefined ? null : await books.getLive(query.bookId, userId);
  // The chapter's own book decides, even when the query names another one.
  const bookId = chapter?.bookId ?? namedBook?._id ?? null;
  const book = bookId === null || bookId === namedBook?._id ? namedBook : await books.getLive(bookId, userId);
  return { bookId, chapterId: chapter?._id ?? null, aiSuspended: book?.aiSuspended ?? false };
}
