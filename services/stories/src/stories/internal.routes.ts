import { textPage } from '@inkbear/contracts/books/internal';
import { findStoriesStorage } from '@inkbear/contracts/storage';
import * as contract from '@inkbear/contracts/stories/internal';
import type { Story } from '@inkbear/contracts/stories/story';
import type { ManuscriptStore } from '@inkbear/manuscript-store/manuscript-store';
import type { ByteQuota } from '@inkbear/service-kit/byte-quota';
import { readPage } from '@inkbear/service-kit/fit-page';
import { ProblemError } from '@inkbear/service-kit/problem';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { restoreStory, type TrashDeps } from '../trash/trash-story.ts';
import { storeGenerated } from './store-generated.ts';
import { presentStory, presentTrashedStory } from './story.presenter.ts';
import type { StoryRepository } from './story.repository.ts';
import type { StoryRow } from './story.ts';

/** Routes for other services. Each call names a user and reaches only that user's data. */
export function internalRoutes(
  deps: TrashDeps & { store: ManuscriptStore<StoryRow>; quota: ByteQuota },
): ServedRoute[] {
  const { stories, store, quota, clock } = deps;

  return [
    serve(contract.findStoryForOwner, async ({ params, query }) => {
      if (!(await stories.belongsTo(params.id, query.userId))) throw new ProblemError('stories.not_found');

      return reply(200, { storyId: params.id });
    }),
    serve(contract.readStoryForOwner, async ({ params, query }) => {
      const story = await stories.getLive(params.id, query.userId);

      return reply(200, presentStory(story));
    }),
    serve(contract.storeGeneratedStory, async ({ params, query, body }) => {
      const { rev } = await storeGenerated(store, { ...params, ...query, ...body });

      return reply(200, { rev });
    }),
    serve(contract.readStoryPage, async ({ params, query }) => {
      const page = await readStoryPage(stories, params.id, query.after);

      return reply(200, page);
    }),
    serve(findStoriesStorage, async ({ params }) => {
      const usage = await quota.usage(params.id);

      return reply(200, usage);
    }),
    serve(contract.listTrashedStories, async ({ params }) => {
      const trashed = await stories.listTrashed(params.id, clock.now());

      return reply(200, trashed.map(presentTrashedStory));
    }),
    serve(contract.restoreTrashedStory, async ({ params, query }) => {
      await restoreStory(deps, params.id, query.userId);

      return reply(200, { storyId: params.id });
    }),
  ];
}

/** One page of stories with their texts, ordered by id: as many as fit its size limit, at least one. */
async function readStoryPage(
  stories: StoryRepository,
  userId: string,
  after = '',
): Promise<{ stories: Story[]; next: string | null }> {
  const { page, hasMore } = await readPage(
    stories.streamTexts(userId, after),
    ({ content }) => Buffer.byteLength(content),
    textPage,
  );
  return { stories: page.map(presentStory), next: hasMore ? (page.at(-1)?._id ?? null) : null };
}
