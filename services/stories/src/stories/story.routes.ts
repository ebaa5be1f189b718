import { listStories, listStoriesForOwner } from '@inkbear/contracts/stories/story';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { presentStory } from './story.presenter.ts';
import type { StoryRepository } from './story.repository.ts';

export const storyRoutes = ({ stories }: { stories: StoryRepository }): ServedRoute[] => [
  serve(listStories, async ({ identity }) => reply(200, (await stories.listOf(identity.userId)).map(presentStory))),

  serve(listStoriesForOwner, async ({ params }) => reply(200, (await stories.listOf(params.id)).map(presentStory))),
];
