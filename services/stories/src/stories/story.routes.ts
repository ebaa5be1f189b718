import { adminDeleteStory } from '@inkbear/contracts/stories/admin-story';
import { getStoriesStorage } from '@inkbear/contracts/storage';
import * as contract from '@inkbear/contracts/stories/story';
import type { ManuscriptStore } from '@inkbear/manuscript-store/manuscript-store';
import { patchText } from '@inkbear/manuscript-store/patch-text';
import { requireExpectedFields } from '@inkbear/manuscript-store/preconditions';
import { saveText } from '@inkbear/manuscript-store/save-text';
import { etag } from '@inkbear/service-kit/etag';
import { actorOf } from '@inkbear/service-kit/identity';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { trashStory, trashStoryAsAdmin } from '../trash/trash-story.ts';
import { createStory, type CreateDeps } from './create-story.ts';
import { presentStoryListItem, presentStory } from './story.presenter.ts';
import { storyKind, type StoryRow } from './story.ts';

type StoryDeps = CreateDeps & Parameters<typeof trashStoryAsAdmin>[0] & { readonly store: ManuscriptStore<StoryRow> };

export const storyRoutes = (deps: StoryDeps): ServedRoute[] => [...authorRoutes(deps), ...adminRoutes(deps)];

function authorRoutes(deps: StoryDeps): ServedRoute[] {
  const { stories, store, quota } = deps;

  return [
    serve(contract.listStories, async ({ identity }) => {
      const listed = await stories.listLive(identity.userId);

      return reply(200, listed.map(presentStoryListItem));
    }),
    serve(contract.createStory, async ({ body, identity }) => {
      const story = await createStory(deps, identity.userId, body);

      return reply(201, presentStory(story), { ETag: etag(story.rev) });
    }),
    serve(getStoriesStorage, async ({ identity }) => {
      const usage = await quota.usage(identity.userId);

      return reply(200, usage);
    }),
    serve(contract.getStory, async ({ params, identity }) => {
      const story = await stories.getLive(params.id, identity.userId);

      return reply(200, presentStory(story), { ETag: etag(story.rev) });
    }),
    serve(contract.saveStory, async ({ params, body, identity, ifMatch, timeZone }) => {
      const { content, origins, seen = {}, ...fields } = body;
      const story = await saveText(store, {
        id: params.id,
        userId: identity.userId,
        baseRev: ifMatch,
        content,
        origins,
        fields,
        check: (stored) => requireExpectedFields(storyKind.errors.stale, stored, fields, seen),
        timeZone,
      });

      return reply(200, presentStory(story), { ETag: etag(story.rev) });
    }),
    serve(contract.patchStory, async ({ params, body, identity, ifMatch, timeZone }) => {
      const story = await patchText(store, {
        ...body,
        id: params.id,
        userId: identity.userId,
        baseRev: ifMatch,
        timeZone,
      });

      return reply(200, presentStoryListItem(story), { ETag: etag(story.rev) });
    }),
    serve(contract.deleteStory, async ({ params, identity }) => {
      await trashStory(deps, params.id, identity.userId);

      return reply(200, { message: 'The story was moved to the trash. You can restore it for 30 days.' });
    }),
  ];
}

function adminRoutes(deps: StoryDeps): ServedRoute[] {
  return [
    serve(adminDeleteStory, async ({ params, identity }) => {
      await trashStoryAsAdmin(deps, params.id, actorOf(identity));

      return reply(200, { message: 'The story was moved to its owner’s trash.' });
    }),
  ];
}
