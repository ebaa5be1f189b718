import type { Batch } from '@inkbear/service-kit/batches';
import type { StoryPlan } from '../stories/story.repository.ts';
import { tellStory } from '../stories/tell-story.ts';
import type { ToldTitles } from '../stories/told-titles.ts';
import type { TrashDeps } from './trash-story.ts';

type PurgeDeps = TrashDeps & { readonly toldTitles: ToldTitles };

/** The batch that removes for good what has been in the trash for 30 days: history first, then the row that leads to it. May die anywhere and run again. */
export const purgeTrash = (deps: PurgeDeps): Batch<StoryPlan> => ({
  name: 'purge-trash',
  list: (limit) => deps.stories.listPurgeDue(deps.clock.now(), limit),
  idOf: ({ _id }) => _id,
  work: async (story) => {
    if (await deps.stories.startPurge(story)) await purge(deps, story);
  },
});

async function purge({ stories, history, outbox, toldTitles }: PurgeDeps, story: StoryPlan): Promise<void> {
  const ids = [story._id];
  await history.erase(ids);
  await toldTitles.blank(ids);
  await outbox.run(async (transaction) => {
    await stories.erase(ids, transaction.session);
    await tellStory(transaction, { ...story, title: '' }, 'purged');
  });
  // What thinning moved out of a head while it went.
  await history.erase(ids);
}
