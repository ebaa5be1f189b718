import * as contract from '@inkbear/contracts/books/revision';
import { buildPath } from '@inkbear/contracts/route';
import { deleteRevisions, undeleteRevisions } from '@inkbear/manuscript-store/delete-revisions';
import type { ManuscriptStore } from '@inkbear/manuscript-store/manuscript-store';
import {
  presentChanged,
  presentRevision,
  presentRevisionLink,
  listRevisions,
  nameRevision,
  readRevision,
  restoreRevision,
} from '@inkbear/manuscript-store/revisions';
import { etag } from '@inkbear/service-kit/etag';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { presentChapter } from '../chapters/chapter.presenter.ts';
import type { ChapterRow } from '../chapters/chapter.ts';

export function revisionRoutes({ store }: { store: ManuscriptStore<ChapterRow> }): ServedRoute[] {
  return [
    serve(contract.listRevisions, async ({ params, query, identity }) => {
      const { revisions, next } = await listRevisions(store, { ...params, ...query, userId: identity.userId });
      const path = buildPath(contract.listRevisions, params);

      return reply(200, revisions.map(presentRevision), presentRevisionLink(path, query, next));
    }),
    serve(contract.deleteRevisions, async ({ params, body, identity }) => {
      const revs = await deleteRevisions(store, { ...params, ...body, userId: identity.userId });

      return reply(200, presentChanged('deleted', revs));
    }),
    serve(contract.undeleteRevisions, async ({ params, body, identity }) => {
      const revs = await undeleteRevisions(store, { ...params, ...body, userId: identity.userId });

      return reply(200, presentChanged('recovered', revs));
    }),
    serve(contract.getRevision, async ({ params, identity }) => {
      const revision = await readRevision(store, { ...params, userId: identity.userId });

      return reply(200, { ...presentRevision(revision), content: revision.content });
    }),
    serve(contract.restoreRevision, async ({ params, identity, timeZone }) => {
      const chapter = await restoreRevision(store, { ...params, userId: identity.userId, timeZone });

      return reply(200, presentChapter(chapter), { ETag: etag(chapter.rev) });
    }),
    serve(contract.createSnapshot, async ({ params, body, identity }) => {
      const revision = await nameRevision(store, { ...params, ...body, userId: identity.userId });

      return reply(201, presentRevision(revision));
    }),
  ];
}
