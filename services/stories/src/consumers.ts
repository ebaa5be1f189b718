import { aiCountersChanged, storyExported, userRemoved } from '@inkbear/contracts/events';
import { on, type Subscription } from '@inkbear/service-kit/consumer';
import type { StoryRepository } from './stories/story.repository.ts';

export const consumers = ({ stories }: { stories: StoryRepository }): Subscription[] => [
  /** During the grace nobody can sign in, so nothing needs hiding. Then everything leaves reach at once, and `erase-stories.ts` removes it in batches. */
  on(userRemoved, async ({ data: { userId, stage } }, { session }) => {
    if (stage === 'erased') await stories.hideAllOf(userId, session);
  }),

  /** Copies the counters of a story; ai owns them. Books and chapters are not ours. */
  on(
    aiCountersChanged,
    async ({ seq, data: { userId, storyId, aiGeneratedCount, aiEditCount, polishCount } }, { session }) => {
      if (storyId !== null)
        await stories.setAiCounters(storyId, userId, seq, { aiGeneratedCount, aiEditCount, polishCount }, session);
    },
  ),

  on(storyExported, ({ data: { storyId, userId } }, { session }) => stories.setExported(storyId, userId, session)),
];
