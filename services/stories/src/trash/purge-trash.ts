import type { Batch } from '@inkbear/service-kit/batches';
import type { StoryWithoutText } from '../stories/story.repository.ts';
import { publishStoryChange } from '../stories/publish-story-change.ts';
import type { TrashDeps } from './trash-story.ts';

/**
 * The batch that deletes stories permanently after 30 days in the trash. The history of a story is deleted first, because
 * its rows are only found through the story. After an interruption the next run continues.
 */
export const purgeTrash = (deps: TrashDeps): Batch<StoryWithoutText> => ({
  name: 'purge-trash',
  list: (limit) => deps.stories.listPurgeDue(deps.clock.now(), limit),
  idOf: ({ _id }) => _id,
  work: async (story) => {
    if (await deps.stories.startPurge(story)) await purge(deps, story);
  },
});

async function purge({ stories, history, outbox }: TrashDeps, story: StoryWithoutText): Promise<void> {
  const ids = [story._id];
  await history.erase(ids);
  await stories.blankPublishedTitles(ids);
  await outbox.run(async (transaction) => {
    await stories.erase(ids, transaction.session);
    await publishStoryChange(transaction, { ...story, title: '' }, 'purged');
  });
  // A concurrent compaction may have flushed pending changes into the history meanwhile.
  await history.erase(ids);
}
