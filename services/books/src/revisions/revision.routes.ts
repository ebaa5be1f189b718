import * as contract from '@inkbear/contracts/books/chapter';
import { etag } from '@inkbear/service-kit/etag';
import type { NewId } from '@inkbear/service-kit/ids';
import { ProblemError } from '@inkbear/service-kit/problem';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { presentChapter } from '../chapters/chapter.presenter.ts';
import type { PatchDeps } from '../chapters/patch-chapter.ts';
import { restoreRevision } from './restore-revision.ts';
import { presentRevision } from './revision.presenter.ts';

export function revisionRoutes(deps: PatchDeps & { newId: NewId }): ServedRoute[] {
  const { chapters, revisions } = deps;
  return [
    serve(contract.listRevisions, async ({ params, identity }) => {
      await chapters.getLive(params.id, identity.userId);
      return reply(200, (await revisions.list(params.id)).map(presentRevision));
    }),
    serve(contract.getRevision, async ({ params, identity }) => {
      await chapters.getLive(params.id, identity.userId);
      const row = await revisions.find(params.id, params.rev);
      if (!row) throw new ProblemError('books.revision_not_found');
      return reply(200, { ...presentRevision(row), content: await revisions.textAt(params.id, params.rev) });
    }),
    serve(contract.restoreRevision, async ({ params, identity, timeZone }) => {
      const chapter = await restoreRevision(deps, { id: params.id, userId: identity.userId, rev: params.rev, timeZone });
      return reply(200, presentChapter(chapter), { ETag: etag(chapter.rev) });
    }),
    serve(contract.createSnapshot, async ({ params, body, identity }) => {
      const { rev } = await chapters.getLive(params.id, identity.userId);
      const row = await revisions.name(params.id, rev, body.name);
      if (!row) throw new ProblemError('books.revision_not_found');
      return reply(201, presentRevision(row));
    }),
  ];
}
