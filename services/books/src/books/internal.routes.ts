import * as contract from '@inkbear/contracts/books/internal';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { presentChapter } from '../chapters/chapter.presenter.ts';
import { findScope } from './find-scope.ts';
import { readEveryBook, type ReadDeps, readWholeBook } from './read-book.ts';

/** What peers may read: always in the name of one user, and only what is theirs. */
export function internalRoutes(deps: ReadDeps): ServedRoute[] {
  return [
    serve(contract.readBookForOwner, async ({ params, query }) => reply(200, await readWholeBook(deps, params.id, query.userId))),
    serve(contract.readChapterForOwner, async ({ params, query }) => reply(200, presentChapter(await deps.chapters.getLive(params.id, query.userId)))),
    serve(contract.findScopeForOwner, async ({ query }) => reply(200, await findScope(deps, query))),
    serve(contract.listBooksForOwner, async ({ params }) => reply(200, await readEveryBook(deps, params.id))),
  ];
}
