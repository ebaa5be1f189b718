import { limits } from '@inkbear/contracts/plans';
import type { HistoryRepository } from '@inkbear/manuscript-store/history.repository';
import { pinRevisions } from '@inkbear/manuscript-store/revisions';
import type { RecordAdminAction } from '@inkbear/service-kit/admin-actions';
import { requireCountCapacity } from '@inkbear/service-kit/byte-quota';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Outbox, Transaction } from '@inkbear/service-kit/outbox';
import { ProblemError } from '@inkbear/service-kit/problem';
import { requireStoryCapacity } from '../stories/quota.ts';
import { trashedAt } from '../stories/story.ts';
import type { StoryWithoutText, StoryRepository } from '../stories/story.repository.ts';
import { publishStoryChange } from '../stories/publish-story-change.ts';

export interface TrashDeps {
  readonly stories: StoryRepository;
  readonly history: HistoryRepository;
  readonly outbox: Outbox;
  readonly clock: Clock;
}

/**
 * Throws 403 when a user's trash is full, because its list has no pages. Must be called after the story was moved to the
 * trash, in the same transaction.
 */
async function requireTrashCapacity(
  stories: StoryRepository,
  { session, lock }: Transaction,
  userId: string,
): Promise<void> {
  await lock(`trash:${userId}`);
  const allowed = limits.trashEntries;
  const used = await stories.countTrashed(userId, session);
  const removal = 'They are removed 30 days after they were deleted. Until then you cannot delete more stories.';
  const refusal = `The trash already holds ${allowed} stories. ${removal}`;
  requireCountCapacity({ code: 'stories.quota_used', used, allowed, refusal });
}

/** Moves a story to its owner's trash and pins its current revision, so that it is never compacted. */
async function moveToTrash(
  { stories, history, clock }: TrashDeps,
  where: { _id: string; userId?: string },
  transaction: Transaction,
): Promise<StoryWithoutText> {
  const story = await stories.changeState({ ...where, state: 'live' }, trashedAt(clock.now()), transaction.session);
  if (!story) throw new ProblemError('stories.not_found');
  await pinRevisions({ heads: stories, history }, [story], transaction.session);
  await publishStoryChange(transaction, story, 'trashed');
  return story;
}

/** Moves a story to the trash for its author. Throws 404, or 403 when the trash is full. */
export async function trashStory(deps: TrashDeps, id: string, userId: string): Promise<void> {
  await deps.outbox.run(async (transaction) => {
    await moveToTrash(deps, { _id: id, userId }, transaction);
    await requireTrashCapacity(deps.stories, transaction, userId);
  });
}

/** Moves a story to its owner's trash for an admin, even when the trash is full. The owner can restore it. */
export async function trashStoryAsAdmin(
  deps: TrashDeps & { recordAdminAction: RecordAdminAction },
  id: string,
  actor: string,
): Promise<void> {
  await deps.outbox.run(async (transaction) => {
    const { userId } = await moveToTrash(deps, { _id: id }, transaction);
    await deps.recordAdminAction(transaction, actor, {
      action: 'story.deleted',
      target: id,
      before: { stage: 'live', userId },
      after: { stage: 'trashed' },
    });
  });
}

/** Restores a story from the trash. Throws 404 when its 30 days are over. */
export async function restoreStory({ stories, outbox, clock }: TrashDeps, id: string, userId: string): Promise<void> {
  await outbox.run(async (transaction) => {
    const restored = { state: 'live', deletedAt: null, purgeAt: null } as const;
    const story = await stories.changeState(
      { _id: id, userId, state: 'trashed', purgeAfter: clock.now() },
      restored,
      transaction.session,
    );
    if (!story) throw new ProblemError('stories.not_found');
    await requireStoryCapacity(stories, transaction, story);
    await publishStoryChange(transaction, story, 'live');
  });
}
