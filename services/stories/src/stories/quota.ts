import { limits, quotas } from '@inkbear/contracts/plans';
import { ByteQuota, requireCountCapacity, requireListCapacity } from '@inkbear/service-kit/byte-quota';
import type { Entitlements } from '@inkbear/service-kit/entitlements';
import type { Transaction } from '@inkbear/service-kit/outbox';
import type { Connection } from 'mongoose';
import type { StoryRow } from './story.ts';
import type { StoryRepository } from './story.repository.ts';

interface QuotaDeps {
  readonly connection: Connection;
  readonly entitlements: Entitlements;
  readonly stories: StoryRepository;
}

const code = 'stories.quota_used';

/** The quota of bytes of a user's stories and of every version of them. */
export function createQuota({ connection, entitlements, stories }: QuotaDeps): ByteQuota {
  return new ByteQuota({
    connection,
    entitlements,
    code,
    quota: quotas.stories,
    refusal:
      'Your stories have used the space of your plan. Delete old versions in a story’s history, or stories that you no longer need. What you have written is safe.',
    measure: (userId) => stories.measure(userId),
  });
}

/** The list of stories answers the forms and front matter of all of them at once; `used` and `bytes` in bytes. */
export function requireFormRoom(used: number, bytes: number): void {
  const refusal =
    'The answers, introductions and synopses of all your stories together are too long. Please shorten some of them.';
  requireListCapacity({ code, used, bytes, refusal });
}

/** Throws 403 when a user has as many stories as one list may answer, or their forms would be too long together. The story that is being added counts already. */
export async function requireStoryRoom(
  stories: StoryRepository,
  { session, lock }: Transaction,
  { userId, fieldBytes }: Pick<StoryRow, 'userId' | 'fieldBytes'>,
): Promise<void> {
  await lock(`stories:${userId}`);
  const { count: used, bytes } = await stories.measureList(userId, session);
  const allowed = limits.storiesPerUser;
  requireCountCapacity({
    code,
    used,
    allowed,
    refusal: `An account can have ${allowed} stories. Delete one of them first.`,
  });
  requireFormRoom(bytes - fieldBytes, fieldBytes);
}
