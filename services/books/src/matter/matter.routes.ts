import * as contract from '@inkbear/contracts/books/matter';
import { etag } from '@inkbear/service-kit/etag';
import { ProblemError } from '@inkbear/service-kit/problem';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { presentMatter, presentMatterRevision, presentMatterRevisionWithPieces } from './matter.presenter.ts';
import { saveMatter, type SaveMatterDeps } from './save-matter.ts';

export function matterRoutes(deps: SaveMatterDeps): ServedRoute[] {
  const { books, matters } = deps;

  return [
    serve(contract.getMatter, async ({ params, identity }) => {
      await books.getLive(params.id, identity.userId);
      const matter = presentMatter(await matters.findCurrent(params.id));

      return reply(200, matter, { ETag: etag(matter.rev) });
    }),
    serve(contract.saveMatter, async ({ params, body, identity, ifMatch }) => {
      const matter = await saveMatter(deps, {
        bookId: params.id,
        userId: identity.userId,
        baseRev: ifMatch,
        pieces: body.pieces,
      });

      return reply(200, presentMatter(matter), { ETag: etag(matter.rev) });
    }),
    serve(contract.listMatterRevisions, async ({ params, query, identity }) => {
      await books.getLive(params.id, identity.userId);
      if (query.rev === undefined) return reply(200, (await matters.list(params.id)).map(presentMatterRevision));
      const revision = await matters.find(params.id, query.rev);
      if (!revision) throw new ProblemError('books.revision_not_found');

      return reply(200, presentMatterRevisionWithPieces(revision));
    }),
  ];
}
