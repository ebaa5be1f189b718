import { textPage } from '@inkbear/contracts/books/internal';
import { findStoriesStorage } from '@inkbear/contracts/storage';
import * as contract from '@inkbear/contracts/stories/internal';
import type { Story } from '@inkbear/contracts/stories/story';
import type { ManuscriptStore } from '@inkbear/manuscript-store/manuscript';
import type { ByteQuota } from '@inkbear/service-kit/byte-quota';
import { readPage } from '@inkbear/service-kit/fit-page';
import { ProblemError } from '@inkbear/service-kit/problem';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { restoreStory, type TrashDeps } from '../trash/trash-story.ts';
import { storeGenerated } from './store-generated.ts';
import { presentStory } from './story.presenter.ts';
import type { StoryRepository } from './story.repository.ts';
import type { StoryRow } from './story.ts';

const iso = (time: Date | null): string => (time ?? new Date(0)).toISOString();

/** What peers may do: always in the name of one user, and only with what is theirs. */
export function internalRoutes(
  deps: TrashDeps & { manuscripts: ManuscriptStore<StoryRow>; quota: ByteQuota },
): ServedRoute[] {
  const { stories, manuscripts, quota, clock } = deps;
  return [
    serve(contract.findStoryForOwner, async ({ params, query }) => {
      if (!(await stories.belongsTo(params.id, query.userId))) throw new ProblemError('stories.not_found');
      return reply(200, { storyId: params.id });
    }),
    serve(contract.readStoryForOwner, async ({ params, query }) =>
      reply(200, presentStory(await stories.getLive(params.id, query.userId))),
    ),
    serve(contract.storeGeneratedStory, async ({ params, query, body }) =>
      reply(200, { rev: (await storeGenerated(manuscripts, { ...params, ...query, ...body })).rev }),
    ),
    serve(contract.readStoryPage, async ({ params, query }) =>
      reply(200, await readStoryPage(stories, params.id, query.after)),
    ),
    serve(findStoriesStorage, async ({ params }) => reply(200, await quota.usage(params.id))),
    serve(contract.listTrashedStories, async ({ params }) => {
      const rows = await stories.listTrashed(params.id, clock.now());
      return reply(
        200,
        rows.map(({ _id, title, deletedAt, purgeAt }) => ({
          storyId: _id,
          title,
          deletedAt: iso(deletedAt),
          purgeAt: iso(purgeAt),
        })),
      );
    }),
    serve(contract.restoreTrashedStory, async ({ params, query }) => {
      await restoreStory(deps, params.id, query.userId);
      return reply(200, { storyId: params.id });
    }),
  ];
}

/** Stories in the order of their ids with their texts, as many as fit one page; at least one. */
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
