import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type AnalyticsMonth, getAnalyticsHistory } from '@inkbear/contracts/admin/analytics';
import {
  bookCreated,
  bookRemoved,
  entitlementChanged,
  referralChanged,
  userRegistered,
  userRemoved,
} from '@inkbear/contracts/events';
import { freeEntitlement } from '@inkbear/contracts/plans';
import { parseInput } from '@inkbear/service-kit/operation';
import { testRegistration } from '@inkbear/service-kit/testing/test-events';
import { rebuildOperation } from '../rebuild/rebuild-command.ts';
import { TestAdmin } from '../testing/test-admin.ts';

type Figure = 'totalUsers' | 'activeProPlans' | 'totalBooks' | 'pendingCredits';
type Stages = readonly (readonly [seq: number, stage: 'grace' | 'restored' | 'erased', monthsBack: number])[];

/** The second day of an earlier month. */
const inMonth = (monthsBack: number): Date =>
  new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() - monthsBack, 2));

describe('analytics of past months', () => {
  const testAdmin = new TestAdmin();
  let publishedBefore = 0;
  beforeAll(async () => await testAdmin.start());
  beforeEach(() => void (publishedBefore = testAdmin.published.length));
  afterAll(async () => await testAdmin.stop());

  const months = async () =>
    (await testAdmin.service.call(getAnalyticsHistory, { as: { role: 'admin', sid: 'a-session' } }))
      .body as unknown as AnalyticsMonth[];

  /**
   * Runs `act` and returns a function that reads by how much the figure has changed since before `act`, for the end of
   * each month from five to two months ago.
   */
  async function changeOf(name: Figure, act: () => Promise<void>): Promise<() => Promise<number[]>> {
    const read = async () => (await months()).slice(-6, -2).map((figures) => figures[name]);
    const before = await read();
    await act();
    return async () => (await read()).map((value, index) => value - (before[index] ?? 0));
  }

  async function registerPayer(): Promise<string> {
    const userId = randomUUID();
    await testAdmin.publish(
      userRegistered,
      userId,
      testRegistration(userId, { createdAt: inMonth(5).toISOString() }),
      1,
      inMonth(5),
    );
    await testAdmin.publish(
      entitlementChanged,
      userId,
      {
        ...freeEntitlement(userId),
        plan: 'pro_oneoff',
        isActive: true,
        source: 'paid',
        oneOffCount: 1,
        planEndDate: null,
      },
      1,
      inMonth(5),
    );
    return userId;
  }

  const remove = async (userId: string, stages: Stages) => {
    for (const [seq, stage, monthsBack] of stages)
      await testAdmin.publish(userRemoved, userId, { userId, stage }, seq, inMonth(monthsBack));
  };

  /** Expects these figures, also after all events of the test were redelivered. */
  async function expectStable(read: () => Promise<number[]>, figures: readonly number[]): Promise<void> {
    expect(await read()).toEqual(figures);
    await testAdmin.republish(publishedBefore);
    expect(await read()).toEqual(figures);
  }

  const removals: readonly [string, Stages, number[]][] = [
    [
      'with events in order',
      [
        [1, 'grace', 4],
        [2, 'erased', 3],
      ],
      [1, 0, 0, 0],
    ],
    [
      'with events out of order',
      [
        [2, 'erased', 3],
        [1, 'grace', 4],
      ],
      [1, 0, 0, 0],
    ],
    [
      'with a restore in between',
      [
        [4, 'erased', 2],
        [1, 'grace', 4],
        [3, 'grace', 3],
        [2, 'restored', 4],
      ],
      [1, 1, 0, 0],
    ],
    [
      'but not after a restore',
      [
        [2, 'restored', 3],
        [1, 'grace', 4],
      ],
      [1, 1, 1, 1],
    ],
  ];
  for (const figure of ['totalUsers', 'activeProPlans'] as const) {
    it.each(removals)(`subtract each removal from ${figure} once, %s`, async (_, stages, figures) => {
      await expectStable(await changeOf(figure, async () => await remove(await registerPayer(), stages)), figures);
    });
  }

  it.each([[[1, 2]], [[2, 1]]])('subtract a book when it is trashed, not when it is purged (%j)', async (order) => {
    const bookId = randomUUID();
    const stages = { 1: ['trashed', 4], 2: ['purged', 3] } as const;
    await expectStable(
      await changeOf('totalBooks', async () => {
        await testAdmin.publish(
          bookCreated,
          bookId,
          { bookId, userId: 'a', genre: 'general', createdAt: inMonth(5).toISOString() },
          1,
          inMonth(5),
        );
        for (const seq of order as (1 | 2)[])
          await testAdmin.publish(
            bookRemoved,
            bookId,
            { bookId, userId: 'a', stage: stages[seq][0] },
            seq,
            inMonth(stages[seq][1]),
          );
      }),
      [1, 0, 0, 0],
    );
  });

  const cancellations: readonly [string, readonly [seq: number, monthsBack: number, cancelledBack: number | null][]][] =
    [
      [
        'with the published cancellation time',
        [
          [2, 4, 4],
          [3, 2, 4],
        ],
      ],
      ['with only the erasure event', [[3, 2, 4]]],
      [
        'dated by its first event if none has a cancellation time',
        [
          [2, 4, null],
          [3, 2, null],
        ],
      ],
      [
        'dated by its first event even if that arrives last',
        [
          [3, 2, null],
          [2, 4, null],
        ],
      ],
    ];
  it.each(cancellations)('count a referral as pending until its cancellation, %s', async (_, events) => {
    const referralId = randomUUID();
    const referral = {
      referralId,
      referrerId: null,
      referredId: 'b',
      creditsAwarded: 1,
      eligibleDate: inMonth(3).toISOString(),
      processedAt: null,
      createdAt: inMonth(5).toISOString(),
    };
    await expectStable(
      await changeOf('pendingCredits', async () => {
        await testAdmin.publish(referralChanged, referralId, { ...referral, status: 'pending' }, 1, inMonth(5));
        for (const [seq, monthsBack, cancelledBack] of events)
          await testAdmin.publish(
            referralChanged,
            referralId,
            {
              ...referral,
              status: 'cancelled',
              cancelledAt: cancelledBack === null ? null : inMonth(cancelledBack).toISOString(),
            },
            seq,
            inMonth(monthsBack),
          );
      }),
      [2, 0, 0, 0],
    );
  });

  it('are the same after a rebuild from empty projections', async () => {
    const before = await months();
    for (const name of ['users', 'books', 'referrals', 'plan_changes'])
      await testAdmin.rows(name).deleteMany({ _id: { $gt: '' } });
    expect(await months()).not.toEqual(before);
    const rebuild = rebuildOperation(60_000);
    await rebuild.run(testAdmin.service.platform.connection, parseInput(rebuild, []));
    expect(await months()).toEqual(before);
  });
});
