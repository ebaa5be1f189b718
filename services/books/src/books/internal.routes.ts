import * as contract from '@inkbear/contracts/books/internal';
import { findBooksStorage } from '@inkbear/contracts/storage';
import type { ByteQuota } from '@inkbear/service-kit/byte-quota';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { applyPlanOverride, type OverrideDeps } from '../allowance/apply-plan-override.ts';
import { presentChapter } from '../chapters/chapter.presenter.ts';
import { findScope } from './find-scope.ts';
import { readChapterContext, readChapterPage, type ReadDeps, readPlannedBook, showBooks } from './read-book.ts';

/** What peers may read: always in the name of one user, and only what is theirs. */
export function internalRoutes(deps: ReadDeps & OverrideDeps & { quota: ByteQuota }): ServedRoute[] {
  return [
    serve(contract.readBookForOwner, async ({ params, query }) =>
      reply(200, await readPlannedBook(deps, params.id, query.userId)),
    ),
    serve(contract.readChapterPage, async ({ params, query }) =>
      reply(200, await readChapterPage(deps, { ...params, ...query })),
    ),
    serve(contract.readChapterContext, async ({ params, query }) =>
      reply(200, await readChapterContext(deps, { ...params, ...query })),
    ),
    serve(contract.readChapterForOwner, async ({ params, query }) =>
      reply(200, presentChapter(await deps.chapters.getLive(params.id, query.userId))),
    ),
    serve(contract.findScopeForOwner, async ({ query }) => reply(200, await findScope(deps, query))),
    serve(contract.listBooksForOwner, async ({ params }) => reply(200, await showBooks(deps, params.id))),
    serve(contract.applyPlanOverride, async ({ params, body }) => {
      await applyPlanOverride(deps, params.id, body);
      return reply(200, { applied: true });
    }),
    serve(findBooksStorage, async ({ params }) => reply(200, await deps.quota.usage(params.id))),
  ];
}
