import { type EventData, storyChanged } from '@inkbear/contracts/events';
import type { Batch } from '@inkbear/service-kit/batches';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Outbox, Transaction } from '@inkbear/service-kit/outbox';
import type { StoryWithoutText, StoryRepository } from './story.repository.ts';

/** Publishes the current state of a story, without its text, unless this state is published already. */
export async function publishStoryChange(
  { emitIfChanged }: Pick<Transaction, 'emitIfChanged'>,
  story: Pick<StoryWithoutText, '_id' | 'userId' | 'title' | 'storyType' | 'wordCount' | 'isComplete' | 'createdAt'>,
  stage: EventData<typeof storyChanged>['stage'],
): Promise<void> {
  const { _id: storyId, userId, title, storyType, wordCount, isComplete, createdAt } = story;
  await emitIfChanged(storyChanged, storyId, {
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

/**
 * The batch that publishes changed stories, each at most every 5 s. A story that is saved during the run is published by
 * the next one.
 */
export const publishStoryChanges = ({
  stories,
  outbox,
  clock,
}: {
  stories: StoryRepository;
  outbox: Outbox;
  clock: Clock;
}): Batch<StoryWithoutText> => ({
  name: 'publish-story-changes',
  list: (limit) => stories.listPublishDue(clock.now(), limit),
  idOf: ({ _id }) => _id,
  work: (story) =>
    outbox.run(async (transaction) => {
      if (await stories.markPublished(story, transaction.session)) await publishStoryChange(transaction, story, 'live');
    }),
});
