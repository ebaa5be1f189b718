import * as contract from '@inkbear/contracts/books/chapter';
import type { Manuscripts } from '@inkbear/manuscript-store/manuscripts';
import { presentRevision } from '@inkbear/manuscript-store/present-revision';
import { listRevisions, nameRevision, readRevision, restoreRevision } from '@inkbear/manuscript-store/revisions';
import { etag } from '@inkbear/service-kit/etag';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { presentChapter } from '../chapters/chapter.presenter.ts';
import type { ChapterRow } from '../chapters/chapter.ts';

export function revisionRoutes({ manuscripts }: { manuscripts: Manuscripts<ChapterRow> }): ServedRoute[] {
  return [
    serve(contract.listRevisions, async ({ params, identity }) => reply(200, (await listRevisions(manuscripts, params.id, identity.userId)).map(presentRevision))),
    serve(contract.getRevision, async ({ params, identity }) => {
      const revision = await readRevision(manuscripts, { ...params, userId: identity.userId });
      return reply(200, { ...presentRevision(revision), content: revision.content });
    }),
    serve(contract.restoreRevision, async ({ params, identity, timeZone }) => {
      const chapter = await restoreRevision(manuscripts, { ...params, userId: identity.userId, timeZone });
      return reply(200, presentChapter(chapter), { ETag: etag(chapter.rev) });
    }),
    serve(contract.createSnapshot, async ({ params, body, identity }) => reply(201, presentRevision(await nameRevision(manuscripts, { id: params.id, userId: identity.userId, name: body.name })))),
  ];
}
