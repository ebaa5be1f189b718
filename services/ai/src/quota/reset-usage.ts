import { aiUsageReset, type EventData } from '@inkbear/contracts/events';
import type { RecordAdminAction } from '@inkbear/service-kit/admin-actions';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Outbox } from '@inkbear/service-kit/outbox';
import { announceCounters } from './announce-counters.ts';
import { type Scope, scopeOf } from './limit-rules.ts';
import type { Quota } from './quota.ts';

interface Deps {
  quota: Quota;
  outbox: Outbox;
  clock: Clock;
  recordAdminAction: RecordAdminAction;
}

/** An admin clears a user's counters of the calendar month, coaching included; `all` also those of their books, chapters and stories. The day's fair use stays. */
export async function resetUsage(
  { quota, outbox, clock, recordAdminAction }: Deps,
  userId: string,
  scope: EventData<typeof aiUsageReset>['scope'],
  actor: string,
): Promise<void> {
  const monthly = [`user:${userId}:ideas:`, `user:${userId}:coaching:`];
  await outbox.run(async (transaction) => {
    const keys = await quota.reset(
      userId,
      scope === 'all' ? [...monthly, 'book:', 'chapter:', 'story:'] : monthly,
      transaction.session,
    );
    for (const place of placesOf(userId, keys)) await announceCounters(quota, place, transaction);
    await transaction.emit(aiUsageReset, userId, { userId, scope, at: clock.now().toISOString() });
    await recordAdminAction(transaction, actor, {
      action: `ai-usage.reset-${scope}`,
      target: userId,
      before: null,
      after: { counters: keys.length },
    });
  });
}

const idFields = { book: 'bookId', chapter: 'chapterId', story: 'storyId' } as const;

/** The books, chapters and stories that counters are about, each once. */
function placesOf(userId: string, keys: readonly string[]): Scope[] {
  const places = new Map<string, Scope>();
  for (const key of keys) {
    const [kind = '', id = ''] = key.split(':');
    if (kind in idFields)
      places.set(`${kind}:${id}`, scopeOf(userId, { [idFields[kind as keyof typeof idFields]]: id }));
  }
  return [...places.values()];
}
