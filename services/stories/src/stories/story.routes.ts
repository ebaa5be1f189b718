import { adminDeleteStory } from '@inkbear/contracts/stories/admin-story';
import { findStoryForOwner, listStories, listStoriesForOwner } from '@inkbear/contracts/stories/story';
import { actorOf } from '@inkbear/service-kit/identity';
import { ProblemError } from '@inkbear/service-kit/problem';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { presentStory } from './story.presenter.ts';
import { trashStoryAsAdmin } from './trash-story.ts';

type Deps = Parameters<typeof trashStoryAsAdmin>[0];

export const storyRoutes = (deps: Deps): ServedRoute[] => {
  const { stories } = deps;
  return [
    serve(listStories, async ({ identity }) => reply(200, (await stories.listOf(identity.userId)).map(presentStory))),

    serve(listStoriesForOwner, async ({ params }) => reply(200, (await stories.listOf(params.id)).map(presentStory))),

    serve(findStoryForOwner, async ({ params, query }) => {
      if (!(await stories.belongsTo(params.id, query.userId))) throw new ProblemError('stories.not_found');
      return reply(200, { storyId: params.id });
    }),

    serve(adminDeleteStory, async ({ params, identity }) => {
      await trashStoryAsAdmin(deps, params.id, actorOf(identity));
      return reply(200, { message: 'The story is in its owner’s trash.' });
    }),
  ];
};
