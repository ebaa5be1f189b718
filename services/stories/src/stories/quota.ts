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

/** The byte quota for a user's stories, including their history. */
export function createQuota({ connection, entitlements, stories }: QuotaDeps): ByteQuota {
  return new ByteQuota({
    connection,
    entitlements,
    code,
    quota: quotas.stories,
    refusal:
      'Your stories have used up the storage of your plan. Delete old versions in a story’s history, or stories that you no longer need. What you have written is safe.',
    measure: (userId) => stories.measure(userId),
  });
}

/**
 * Throws 403 when the forms and front matter of all stories together would be too long: the list of stories returns all
 * of them in one reply.
 *
 * @param used their bytes now
 * @param bytes the bytes that would be added
 */
export function requireFormCapacity(used: number, bytes: number): void {
  const refusal =
    'The answers, introductions and synopses of all your stories together are too long. Please shorten some of them.';
  requireListCapacity({ code, used, bytes, refusal });
}

/**
 * Throws 403 when a user has more stories than one list may return, or when their forms are too long together. Must be
 * called after the new story was inserted, in the same transaction.
 */
export async function requireStoryCapacity(
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
  requireFormCapacity(bytes - fieldBytes, fieldBytes);
}
