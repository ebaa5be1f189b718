import * as contract from '@inkbear/contracts/stories/story';
import type { Manuscripts } from '@inkbear/manuscript-store/manuscripts';
import { presentRevision } from '@inkbear/manuscript-store/present-revision';
import { listRevisions, nameRevision, readRevision, restoreRevision } from '@inkbear/manuscript-store/revisions';
import { etag } from '@inkbear/service-kit/etag';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { presentStory } from '../stories/story.presenter.ts';
import type { StoryRow } from '../stories/story.ts';

export function revisionRoutes({ manuscripts }: { manuscripts: Manuscripts<StoryRow> }): ServedRoute[] {
  return [
    serve(contract.listStoryRevisions, async ({ params, identity }) => reply(200, (await listRevisions(manuscripts, params.id, identity.userId)).map(presentRevision))),
    serve(contract.getStoryRevision, async ({ params, identity }) => {
      const revision = await readRevision(manuscripts, { ...params, userId: identity.userId });
      return reply(200, { ...presentRevision(revision), content: revision.content });
    }),
    serve(contract.restoreStoryRevision, async ({ params, identity, timeZone }) => {
      const story = await restoreRevision(manuscripts, { ...params, userId: identity.userId, timeZone });
      return reply(200, presentStory(story), { ETag: etag(story.rev) });
    }),
    serve(contract.createStorySnapshot, async ({ params, body, identity }) => reply(201, presentRevision(await nameRevision(manuscripts, { id: params.id, userId: identity.userId, name: body.name })))),
  ];
}
