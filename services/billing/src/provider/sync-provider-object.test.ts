import { describe, expect, it } from '@jest/globals';
import { systemClock } from '@inkbear/service-kit/clock';
import type { ProviderSubscription } from './payment-provider.ts';
import { syncProviderObject, type SyncDeps } from './sync-provider-object.ts';

const dayMs = 86_400_000;
const daysAgo = (days: number): Date => new Date(Date.now() - days * dayMs);

/** A subscription whose last paid period ended 30 days ago, and that the provider would charge again. */
const overdue: ProviderSubscription = {
  kind: 'subscription',
  id: 'sub_1',
  userId: 'user-1',
  currency: 'gbp',
  status: 'past_due',
  amount: 1200,
  charges: [
    {
      paymentId: 'in_1',
      amount: 1200,
      currency: 'gbp',
      paidAt: daysAgo(60),
      cardFingerprint: null,
      refunded: 0,
      refundedAt: null,
      disputeLostAt: null,
    },
  ],
  startedAt: daysAgo(60),
  periodStart: daysAgo(60),
  periodEnd: daysAgo(30),
  cancelAtPeriodEnd: false,
  endedAt: null,
  endReason: null,
};

/** A provider that shows the overdue subscription until it was cancelled this many times. */
function createDeps(cancellationsUntilEnd: number) {
  const done = { cancellations: 0, transactions: 0 };
  const deps = {
    clock: systemClock,
    provider: {
      findObject: async () =>
        done.cancellations < cancellationsUntilEnd ? overdue : { ...overdue, status: 'canceled', endedAt: new Date() },
      cancelNow: async () => void (done.cancellations += 1),
    },
    providerObjects: { nextFetchSeq: async () => 1 },
    outbox: { run: async () => void (done.transactions += 1) },
  } as unknown as SyncDeps;
  return { deps, done };
}

describe('syncProviderObject with an overdue subscription', () => {
  it.each([1, 2, 3])('cancels it until the provider shows the end, here %i times', async (cancellations) => {
    const { deps, done } = createDeps(cancellations);
    expect(await syncProviderObject(deps, 'sub_1')).toMatchObject({ status: 'canceled' });
    expect(done).toEqual({ cancellations, transactions: 1 });
  });

  it('throws after three cancellations of one that keeps running, and records nothing', async () => {
    const { deps, done } = createDeps(Infinity);
    await expect(syncProviderObject(deps, 'sub_1')).rejects.toMatchObject({
      code: 'billing.provider_failed',
      cause: expect.objectContaining({ message: 'sub_1 still runs at the provider after 3 cancellations.' }),
    });
    expect(done).toEqual({ cancellations: 3, transactions: 0 });
  });
});
