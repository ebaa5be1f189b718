import { buildPath } from '@inkbear/contracts/route';
import * as contract from '@inkbear/contracts/stories/story';
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
import { presentStory } from '../stories/story.presenter.ts';
import type { StoryRow } from '../stories/story.ts';

/** Routes of the history of a story. */
export function revisionRoutes({ store }: { store: ManuscriptStore<StoryRow> }): ServedRoute[] {
  return [
    serve(contract.listStoryRevisions, async ({ params, query, identity }) => {
      const { revisions, next } = await listRevisions(store, { ...params, ...query, userId: identity.userId });
      const path = buildPath(contract.listStoryRevisions, params);

      return reply(200, revisions.map(presentRevision), presentRevisionLink(path, query, next));
    }),
    serve(contract.deleteStoryRevisions, async ({ params, body, identity }) => {
      const revs = await deleteRevisions(store, { ...params, ...body, userId: identity.userId });

      return reply(200, presentChanged('deleted', revs));
    }),
    serve(contract.undeleteStoryRevisions, async ({ params, body, identity }) => {
      const revs = await undeleteRevisions(store, { ...params, ...body, userId: identity.userId });

      return reply(200, presentChanged('recovered', revs));
    }),
    serve(contract.getStoryRevision, async ({ params, identity }) => {
      const revision = await readRevision(store, { ...params, userId: identity.userId });

      return reply(200, { ...presentRevision(revision), content: revision.content });
    }),
    serve(contract.restoreStoryRevision, async ({ params, identity, timeZone }) => {
      const story = await restoreRevision(store, { ...params, userId: identity.userId, timeZone });

      return reply(200, presentStory(story), { ETag: etag(story.rev) });
    }),
    serve(contract.createStorySnapshot, async ({ params, body, identity }) => {
      const revision = await nameRevision(store, { ...params, ...body, userId: identity.userId });

      return reply(201, presentRevision(revision));
    }),
  ];
}
