import { type EventData, storyChanged } from '@inkbear/contracts/events';
import type { Batch } from '@inkbear/service-kit/batches';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Outbox, Transaction } from '@inkbear/service-kit/outbox';
import type { StoryPlan, StoryRepository } from './story.repository.ts';

/** Tells others what a story is now, without its words. */
export async function tellStory(
  { emit }: Pick<Transaction, 'emit'>,
  story: Pick<StoryPlan, '_id' | 'userId' | 'title' | 'storyType' | 'wordCount' | 'isComplete' | 'createdAt'>,
  stage: EventData<typeof storyChanged>['stage'],
): Promise<void> {
  const { _id: storyId, userId, title, storyType, wordCount, isComplete, createdAt } = story;
  await emit(storyChanged, storyId, {
    storyId,
    userId,
    title,
    storyType,
    wordCount,
    isComplete,
    createdAt: createdAt.toISOString(),
    stage,
  });
}

/** The batch that tells of stories that were saved, each at most every 5 s. One that is saved at this very moment waits for the next run. */
export const tellChanges = ({
  stories,
  outbox,
  clock,
}: {
  stories: StoryRepository;
  outbox: Outbox;
  clock: Clock;
}): Batch<StoryPlan> => ({
  name: 'tell-changes',
  list: (limit) => stories.listTellDue(clock.now(), limit),
  idOf: ({ _id }) => _id,
  work: (story) =>
    outbox.run(async (transaction) => {
      if (await stories.setTold(story, transaction.session)) await tellStory(transaction, story, 'live');
    }),
});
