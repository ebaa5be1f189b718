import { storyChanged } from '@inkbear/contracts/events';
import type { RecordAdminAction } from '@inkbear/service-kit/admin-actions';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Outbox } from '@inkbear/service-kit/outbox';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { StoryRepository } from './story.repository.ts';
import { trashed } from './story.ts';

interface Deps {
  stories: StoryRepository;
  outbox: Outbox;
  clock: Clock;
  recordAdminAction: RecordAdminAction;
}

/** An admin puts a story into its owner's trash, from where the owner can bring it back. */
export async function trashStoryAsAdmin({ stories, outbox, clock, recordAdminAction }: Deps, id: string, actor: string): Promise<void> {
  await outbox.run(async (transaction) => {
    const story = await stories.findLive(id, transaction.session);
    if (!story) throw new ProblemError('stories.not_found');
    await stories.moveToTrash(trashed(story, clock.now()), transaction.session);
    const { userId, title, storyType, wordCount, isComplete, createdAt } = story;
    await transaction.emit(storyChanged, id, { storyId: id, userId, title, storyType, wordCount, isComplete, createdAt: createdAt.toISOString(), stage: 'trashed' });
    await recordAdminAction(transaction, actor, { action: 'story.deleted', target: id, before: { stage: 'live', userId }, after: { stage: 'trashed' } });
  });
}
