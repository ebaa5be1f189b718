import { aiUsageReset, type EventData } from '@inkbear/contracts/events';
import type { RecordAdminAction } from '@inkbear/service-kit/admin-actions';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Outbox } from '@inkbear/service-kit/outbox';
import { publishCounters } from './publish-counters.ts';
import { type Scope, scopeOf } from './limit-rules.ts';
import type { UsageRepository } from './usage.repository.ts';

interface Deps {
  usage: UsageRepository;
  outbox: Outbox;
  clock: Clock;
  recordAdminAction: RecordAdminAction;
}

/**
 * Resets a user's monthly counters (ideas and coaching) for an admin. The scope `all` also resets the counters of the
 * user's books, chapters and stories. The daily token counters are kept.
 */
export async function resetUsage(
  { usage, outbox, clock, recordAdminAction }: Deps,
  userId: string,
  scope: EventData<typeof aiUsageReset>['scope'],
  actor: string,
): Promise<void> {
  const monthly = [`user:${userId}:ideas:`, `user:${userId}:coaching:`];
  await outbox.run(async (transaction) => {
    const keys = await usage.resetCounters(
      userId,
      scope === 'all' ? [...monthly, 'book:', 'chapter:', 'story:'] : monthly,
      transaction.session,
    );
    for (const counterScope of scopesOf(userId, keys)) await publishCounters(usage, counterScope, transaction);
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

/** The distinct books, chapters and stories that these counter keys belong to. */
function scopesOf(userId: string, keys: readonly string[]): Scope[] {
  const scopes = new Map<string, Scope>();
  for (const key of keys) {
    const [kind = '', id = ''] = key.split(':');
    if (kind in idFields)
      scopes.set(`${kind}:${id}`, scopeOf(userId, { [idFields[kind as keyof typeof idFields]]: id }));
  }
  return [...scopes.values()];
}
