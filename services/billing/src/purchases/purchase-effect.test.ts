import { describe, expect, it } from '@jest/globals';
import { fromPaidMonthlyRow, type PaidMonthlyRow } from '../plan-accounts/paid-monthly.ts';
import { newPlanAccount, type PlanAccount } from '../plan-accounts/plan-account.ts';
import { day, firstMonth } from '../testing/provider-objects.ts';
import { effectOf } from './purchase-effect.ts';

const account = (more: Partial<PlanAccount> = {}): PlanAccount => ({ ...newPlanAccount('u'), ...more });
const monthly = (more: Partial<PaidMonthlyRow> = {}) =>
  fromPaidMonthlyRow({ ...firstMonth, subscriptionId: 's', status: 'active', ...more });
const time = (number: number) => day(number).toISOString();

describe('effectOf a one-off', () => {
  const oneOffAt = (subject: PlanAccount, number: number) => {
    const { accessFrom, accessUntil, books, unchanged } = effectOf(subject, 'pro_oneoff', day(number));
    return [books, accessFrom, accessUntil, unchanged];
  };

  it('gives access for 30 days when no other plan runs', () => {
    expect(oneOffAt(account(), 3)).toEqual([1, time(3), time(33), null]);
  });

  it('adds nothing beside a monthly plan that renews, also while its renewal is overdue', () => {
    const unchanged = { plan: 'pro_monthly', until: null };
    expect([
      oneOffAt(account({ paidMonthly: monthly() }), 3),
      oneOffAt(account({ paidMonthly: monthly({ status: 'past_due' }) }), 33),
    ]).toEqual([
      [1, null, time(33), unchanged],
      [1, null, time(63), unchanged],
    ]);
  });

  it('gives access from the end of a cancelled monthly plan', () => {
    const cancelled = account({ paidMonthly: monthly({ cancelAtPeriodEnd: true }) });
    expect(oneOffAt(cancelled, 11)).toEqual([1, time(31), time(41), { plan: 'pro_monthly', until: time(31) }]);
  });

  it('adds nothing when the monthly plan ends later than its 30 days', () => {
    const cancelled = account({ paidMonthly: monthly({ cancelAtPeriodEnd: true }) });
    expect([oneOffAt(cancelled, 1)[1], oneOffAt(cancelled, 2)[1]]).toEqual([null, time(31)]);
  });

  it('gives access from the end of a granted plan that a cancelled paid one hides', () => {
    const both = account({
      paidMonthly: monthly({ cancelAtPeriodEnd: true }),
      grantedMonthly: { startedAt: day(0), endsAt: day(40) },
    });
    expect(oneOffAt(both, 20)).toEqual([1, time(40), time(50), { plan: 'pro_monthly', until: time(40) }]);
  });

  it('gives access at once when the monthly plan has ended', () => {
    const ended = account({ paidMonthly: monthly({ status: 'canceled', endedAt: day(20), endReason: 'cancelled' }) });
    expect(oneOffAt(ended, 25)).toEqual([1, time(25), time(55), null]);
  });
});

describe('effectOf a monthly plan', () => {
  it('gives access until it is cancelled, and leaves a running one-off as it is', () => {
    const oneOff = account({ paidOneOffs: [{ paymentId: 'p', startedAt: day(0), endsAt: day(30) }] });
    expect([10, 30].map((number) => effectOf(oneOff, 'pro_monthly', day(number)))).toEqual([
      {
        plan: 'pro_monthly',
        books: 2,
        accessFrom: time(10),
        accessUntil: null,
        unchanged: { plan: 'pro_oneoff', until: time(30) },
      },
      { plan: 'pro_monthly', books: 2, accessFrom: time(30), accessUntil: null, unchanged: null },
    ]);
  });

  it('does not count a refunded one-off', () => {
    const refunded = { paymentId: 'p', startedAt: day(0), endsAt: day(30), refundedAt: day(2) };
    expect(effectOf(account({ paidOneOffs: [refunded] }), 'pro_monthly', day(10)).unchanged).toBeNull();
  });
});
