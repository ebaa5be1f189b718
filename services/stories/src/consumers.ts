import { aiCountersChanged, exportStoryFinished, userRemoved } from '@inkbear/contracts/events';
import { on, type Subscription } from '@inkbear/service-kit/consumer';
import type { StoryRepository } from './stories/story.repository.ts';

export const consumers = ({ stories }: { stories: StoryRepository }): Subscription[] => [
  // During the restore period nobody has a session, so stories need not be hidden. On erasure all stories become
  // unreachable at once, and `erase-stories.ts` deletes them in batches.
  on(userRemoved, async ({ data: { userId, stage } }, { session }) => {
    if (stage === 'erased') await stories.hideAllOfUser(userId, session);
  }),

  // Copies the counters of a story, which the ai service owns. Counters of books and chapters go to the books service.
  on(
    aiCountersChanged,
    async ({ seq, data: { userId, storyId, aiGeneratedCount, aiEditCount, polishCount } }, { session }) => {
      if (storyId !== null)
        await stories.setAiCounters(storyId, userId, seq, { aiGeneratedCount, aiEditCount, polishCount }, session);
    },
  ),

  on(exportStoryFinished, ({ data: { storyId, userId } }, { session }) =>
    stories.setExported(storyId, userId, session),
  ),
];
