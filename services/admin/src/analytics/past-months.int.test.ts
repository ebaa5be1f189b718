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
import { commandRebuild } from '../rebuild/command-rebuild.ts';
import { AdminHouse } from '../testing/admin-house.ts';

type Figure = 'totalUsers' | 'activeProPlans' | 'totalBooks' | 'pendingCredits';
type Stages = readonly (readonly [seq: number, stage: 'grace' | 'restored' | 'erased', monthsBack: number])[];

/** A day within the month so many months ago. */
const inMonth = (back: number): Date =>
  new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() - back, 2));

describe('months that are over', () => {
  const house = new AdminHouse();
  let toldBefore = 0;
  beforeAll(async () => await house.start());
  beforeEach(() => void (toldBefore = house.told.length));
  afterAll(async () => await house.stop());

  const months = async () =>
    (await house.service.call(getAnalyticsHistory, { as: { role: 'admin', sid: 'a-session' } }))
      .body as unknown as AnalyticsMonth[];

  /** What this figure was at the end of the fifth to the second month ago, apart from what was there before. */
  async function changeOf(name: Figure, act: () => Promise<void>): Promise<() => Promise<number[]>> {
    const read = async () => (await months()).slice(-6, -2).map((figures) => figures[name]);
    const before = await read();
    await act();
    return async () => (await read()).map((value, index) => value - (before[index] ?? 0));
  }

  async function payer(): Promise<string> {
    const userId = randomUUID();
    await house.tell(
      userRegistered,
      userId,
      {
        userId,
        email: `${userId}@example.com`,
        firstName: 'Ann',
        lastName: 'Author',
        referralCode: 'c',
        referredByCode: null,
        createdAt: inMonth(5).toISOString(),
      },
      1,
      inMonth(5),
    );
    await house.tell(
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

  const leave = async (userId: string, stages: Stages) => {
    for (const [seq, stage, back] of stages)
      await house.tell(userRemoved, userId, { userId, stage }, seq, inMonth(back));
  };

  async function expectForGood(read: () => Promise<number[]>, figures: readonly number[]): Promise<void> {
    expect(await read()).toEqual(figures);
    await house.tellAgain(toldBefore);
    expect(await read()).toEqual(figures);
  }

  const leavings: readonly [string, Stages, number[]][] = [
    [
      'in the order they were told',
      [
        [1, 'grace', 4],
        [2, 'erased', 3],
      ],
      [1, 0, 0, 0],
    ],
    [
      'in the other order',
      [
        [2, 'erased', 3],
        [1, 'grace', 4],
      ],
      [1, 0, 0, 0],
    ],
    [
      'with a return between',
      [
        [4, 'erased', 2],
        [1, 'grace', 4],
        [3, 'grace', 3],
        [2, 'restored', 4],
      ],
      [1, 1, 0, 0],
    ],
    [
      'and stay as if never left after a return',
      [
        [2, 'restored', 3],
        [1, 'grace', 4],
      ],
      [1, 1, 1, 1],
    ],
  ];
  for (const figure of ['totalUsers', 'activeProPlans'] as const) {
    it.each(leavings)(`have each leaving in ${figure} once, %s`, async (_, stages, figures) => {
      await expectForGood(await changeOf(figure, async () => await leave(await payer(), stages)), figures);
    });
  }

  it.each([[[1, 2]], [[2, 1]]])(
    'lose a book when it went into the trash, not when it was purged (%j)',
    async (order) => {
      const bookId = randomUUID();
      const told = { 1: ['trashed', 4], 2: ['purged', 3] } as const;
      await expectForGood(
        await changeOf('totalBooks', async () => {
          await house.tell(
            bookCreated,
            bookId,
            { bookId, userId: 'a', genre: 'general', createdAt: inMonth(5).toISOString() },
            1,
            inMonth(5),
          );
          for (const seq of order as (1 | 2)[])
            await house.tell(
              bookRemoved,
              bookId,
              { bookId, userId: 'a', stage: told[seq][0] },
              seq,
              inMonth(told[seq][1]),
            );
        }),
        [1, 0, 0, 0],
      );
    },
  );

  const cancellations: readonly [string, readonly [seq: number, monthsBack: number, cancelledBack: number | null][]][] =
    [
      [
        'as it was told',
        [
          [2, 4, 4],
          [3, 2, 4],
        ],
      ],
      ['though only the erasure was heard of', [[3, 2, 4]]],
      [
        'by when it was first told of where nothing says when',
        [
          [2, 4, null],
          [3, 2, null],
        ],
      ],
      [
        'by when it was first told of, heard of last',
        [
          [3, 2, null],
          [2, 4, null],
        ],
      ],
    ];
  it.each(cancellations)('have a referral pending until it was cancelled, %s', async (_, events) => {
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
    await expectForGood(
      await changeOf('pendingCredits', async () => {
        await house.tell(referralChanged, referralId, { ...referral, status: 'pending' }, 1, inMonth(5));
        for (const [seq, back, cancelledBack] of events)
          await house.tell(
            referralChanged,
            referralId,
            {
              ...referral,
              status: 'cancelled',
              cancelledAt: cancelledBack === null ? null : inMonth(cancelledBack).toISOString(),
            },
            seq,
            inMonth(back),
          );
      }),
      [2, 0, 0, 0],
    );
  });

  it('are all the same when they are made again from nothing', async () => {
    const before = await months();
    for (const name of ['users', 'books', 'referrals', 'plan_changes'])
      await house.rows(name).deleteMany({ _id: { $gt: '' } });
    expect(await months()).not.toEqual(before);
    await commandRebuild(60_000)(house.service.platform.connection, []);
    expect(await months()).toEqual(before);
  });
});
