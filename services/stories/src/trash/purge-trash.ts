import type { StoryPlan } from '../stories/story.repository.ts';
import { tellStory } from '../stories/tell-story.ts';
import type { ToldTitles } from '../stories/told-titles.ts';
import type { TrashDeps } from './trash-story.ts';

const batch = 100;

type PurgeDeps = TrashDeps & { readonly toldTitles: ToldTitles };

/** Removes for good what has been in the trash for 30 days: history first, then the row that leads to it. May die anywhere and run again. */
export async function purgeTrash(deps: PurgeDeps): Promise<void> {
  for (;;) {
    const due = await deps.stories.listPurgeDue(deps.clock.now(), batch);
    for (const story of due) if (await deps.stories.startPurge(story)) await purge(deps, story);
    if (due.length < batch) return;
  }
}

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
