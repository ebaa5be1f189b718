import { canUseStories } from '@inkbear/contracts/plans';
import type { RouteBody } from '@inkbear/contracts/route';
import type { createStory as route } from '@inkbear/contracts/stories/story';
import { firstChange, toChangeRow } from '@inkbear/manuscript-store/change';
import type { HistoryRepository } from '@inkbear/manuscript-store/history.repository';
import type { ByteQuota } from '@inkbear/service-kit/byte-quota';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Entitlements } from '@inkbear/service-kit/entitlements';
import type { NewId } from '@inkbear/service-kit/ids';
import type { Outbox } from '@inkbear/service-kit/outbox';
import { ProblemError } from '@inkbear/service-kit/problem';
import { newStory, type StoryRow } from './story.ts';
import { requireStoryCapacity } from './quota.ts';
import type { StoryRepository } from './story.repository.ts';
import { publishStoryChange } from './publish-story-change.ts';

export interface CreateDeps {
  readonly stories: StoryRepository;
  readonly history: HistoryRepository;
  readonly entitlements: Entitlements;
  readonly quota: ByteQuota;
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** Creates a story without a text. Requires an active plan. */
export async function createStory(
  { stories, history, entitlements, quota, outbox, clock, newId }: CreateDeps,
  userId: string,
  body: RouteBody<typeof route>,
): Promise<StoryRow> {
  await entitlements.require(
    userId,
    canUseStories,
    new ProblemError('plan.required', {
      message: 'Personal stories require a Pro plan. Upgrade to create personalized content.',
    }),
  );
  const story = newStory({ ...body, id: newId(), userId, at: clock.now() });
  const request = { userId, operation: 'create', bytes: story.storedBytes } as const;
  await quota.reserve(request, () =>
    outbox.run(async (transaction) => {
      await stories.insert(story, transaction.session);
      await requireStoryCapacity(stories, transaction, story);
      await history.insertChanges([toChangeRow(story._id, firstChange(story.createdAt))], transaction.session);
      await publishStoryChange(transaction, story, 'live');
    }),
  );
  return story;
}
