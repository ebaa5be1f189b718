import { findStoryForOwner, listStories, listStoriesForOwner } from '@inkbear/contracts/stories/story';
import { ProblemError } from '@inkbear/service-kit/problem';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { presentStory } from './story.presenter.ts';
import type { StoryRepository } from './story.repository.ts';

export const storyRoutes = ({ stories }: { stories: StoryRepository }): ServedRoute[] => [
  serve(listStories, async ({ identity }) => reply(200, (await stories.listOf(identity.userId)).map(presentStory))),

  serve(listStoriesForOwner, async ({ params }) => reply(200, (await stories.listOf(params.id)).map(presentStory))),

  serve(findStoryForOwner, async ({ params, query }) => {
    if (!(await stories.belongsTo(params.id, query.userId))) throw new ProblemError('stories.not_found');
    return reply(200, { storyId: params.id });
  }),
];
