import { limits } from '@inkbear/contracts/plans';
import type { HistoryRepository } from '@inkbear/manuscript-store/history.repository';
import { pinRevisions } from '@inkbear/manuscript-store/revisions';
import type { RecordAdminAction } from '@inkbear/service-kit/admin-actions';
import { requireCountCapacity } from '@inkbear/service-kit/byte-quota';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Outbox, Transaction } from '@inkbear/service-kit/outbox';
import { ProblemError } from '@inkbear/service-kit/problem';
import { requireStoryRoom } from '../stories/quota.ts';
import { trashedAt } from '../stories/story.ts';
import type { StoryPlan, StoryRepository } from '../stories/story.repository.ts';
import { tellStory } from '../stories/tell-story.ts';

export interface TrashDeps {
  readonly stories: StoryRepository;
  readonly history: HistoryRepository;
  readonly outbox: Outbox;
  readonly clock: Clock;
}

/** Throws 403 when the trash can take nothing more; a list that comes whole must have an end. The story that is being moved counts already. */
async function requireTrashRoom(
  stories: StoryRepository,
  { session, lock }: Transaction,
  userId: string,
): Promise<void> {
  await lock(`trash:${userId}`);
  const allowed = limits.trashEntries;
  const used = await stories.countTrashed(userId, session);
  const refusal = `The trash holds ${allowed} stories already. They are removed 30 days after they were deleted; until then nothing more can be deleted.`;
  requireCountCapacity({ code: 'stories.quota_used', used, allowed, refusal });
}

/** Moves a story to its owner's trash; its present text is kept from folding. */
async function moveToTrash(
  { stories, history, clock }: TrashDeps,
  where: { _id: string; userId?: string },
  transaction: Transaction,
): Promise<StoryPlan> {
  const story = await stories.move({ ...where, state: 'live' }, trashedAt(clock.now()), transaction.session);
  if (!story) throw new ProblemError('stories.not_found');
  await pinRevisions({ heads: stories, history }, [story], transaction.session);
  await tellStory(transaction, story, 'trashed');
  return story;
}

export async function trashStory(deps: TrashDeps, id: string, userId: string): Promise<void> {
  await deps.outbox.run(async (transaction) => {
    await moveToTrash(deps, { _id: id, userId }, transaction);
    await requireTrashRoom(deps.stories, transaction, userId);
  });
}

/** An admin puts a story into its owner's trash, from where the owner can bring it back. A full trash does not stop an admin. */
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

/** Brings a story back that has not been removed for good. */
export async function restoreStory({ stories, outbox, clock }: TrashDeps, id: string, userId: string): Promise<void> {
  await outbox.run(async (transaction) => {
    const back = { state: 'live', deletedAt: null, purgeAt: null } as const;
    const story = await stories.move(
      { _id: id, userId, state: 'trashed', purgeAfter: clock.now() },
      back,
      transaction.session,
    );
    if (!story) throw new ProblemError('stories.not_found');
    await requireStoryRoom(stories, transaction, story);
    await tellStory(transaction, story, 'live');
  });
}
