import { describe, expect, it } from '@jest/globals';
import { canExportBook, entitlementAt } from '@inkbear/contracts/plans';
import type { ProviderSubscription } from '../provider/payment-provider.ts';
import { charge, day, firstMonth, payment, subscription } from '../testing/provider-objects.ts';
import { grantPlan, withPayment, withSubscription } from './plan-account-decisions.ts';
import { fromPaidMonthlyRow, paidMonthlyOf, type PaidMonthlyRow, toPaidMonthlyRow } from './paid-monthly.ts';
import { entitlementOf, newPlanAccount, nextChangeAt, type PlanAccount } from './plan-account.ts';

const monthlyRow = (more: Partial<PaidMonthlyRow> = {}): PaidMonthlyRow => ({
  ...firstMonth,
  subscriptionId: 's',
  status: 'active',
  ...more,
});
const monthly = (more: Partial<PaidMonthlyRow> = {}) => fromPaidMonthlyRow(monthlyRow(more));
const account = (more: Partial<PlanAccount>): PlanAccount => ({ ...newPlanAccount('u'), ...more });
const at = (subject: PlanAccount, number: number) => {
  const { plan, isActive, source } = entitlementOf(subject, day(number));
  return [plan, isActive, source];
};

describe('entitlementOf', () => {
  it('is free for a user without any plan', () => expect(at(newPlanAccount('u'), 0)).toEqual(['free', false, 'none']));

  it('keeps a paid monthly plan for a grace period of 7 days after a failed renewal', () => {
    const paid = account({ paidMonthly: monthly({ status: 'past_due' }) });
    expect([at(paid, 37), at(paid, 38)]).toEqual([
      ['pro_monthly', true, 'paid'],
      ['free', false, 'none'],
    ]);
  });

  it('ends a cancelled monthly plan with its period', () => {
    const paid = account({ paidMonthly: monthly({ cancelAtPeriodEnd: true }) });
    expect([at(paid, 30), at(paid, 31)]).toEqual([
      ['pro_monthly', true, 'paid'],
      ['free', false, 'none'],
    ]);
  });

  it('prefers monthly plans to one-offs, and paid plans to granted ones', () => {
    const both = account({
      paidMonthly: monthly(),
      paidOneOffs: [{ paymentId: 'p', startedAt: day(0), endsAt: day(30) }],
      grantedMonthly: { startedAt: day(0), endsAt: day(365) },
    });
    expect([at(both, 1), at(both, 40), at(both, 366)]).toEqual([
      ['pro_monthly', true, 'paid'],
      ['pro_monthly', true, 'granted'],
      ['free', false, 'none'],
    ]);
  });

  it('keeps an expired one-off as the inactive plan until another plan starts', () => {
    const oneOff = account({ paidOneOffs: [{ paymentId: 'p', startedAt: day(0), endsAt: day(30) }] });
    expect([at(oneOff, 29), at(oneOff, 30)]).toEqual([
      ['pro_oneoff', true, 'paid'],
      ['pro_oneoff', false, 'paid'],
    ]);
    expect(at(grantPlan(oneOff, 'pro_monthly', day(40)), 500)).toEqual(['free', false, 'none']);
  });

  it('allows exports for 30 days after a paid or granted monthly plan', () => {
    const paid = account({ paidMonthly: monthly({ cancelAtPeriodEnd: true }) });
    const granted = grantPlan(grantPlan(newPlanAccount('u'), 'pro_monthly', day(0)), 'free', day(31));
    for (const subject of [paid, granted])
      expect([60, 61].map((number) => canExportBook(entitlementOf(subject, day(number)), day(number)))).toEqual([
        true,
        false,
      ]);
  });

  it('gives the same result as a projection of the entitlement when time passes', () => {
    for (const subject of [
      account({ paidMonthly: monthly({ cancelAtPeriodEnd: true }) }),
      account({ paidOneOffs: [{ paymentId: 'p', startedAt: day(0), endsAt: day(30) }] }),
    ]) {
      const published = entitlementOf(subject, day(1));
      for (const number of [29, 30, 31, 32, 90]) {
        const { plan, isActive, exportUntil } = entitlementOf(subject, day(number));
        expect(entitlementAt(published, day(number))).toMatchObject({ plan, isActive, exportUntil });
      }
    }
  });

  it('changes next when a plan expires or a granted period ends', () => {
    expect(nextChangeAt(account({ paidMonthly: monthly() }), day(1))).toEqual(day(38));
    expect(nextChangeAt(grantPlan(newPlanAccount('u'), 'pro_monthly', day(0)), day(31))).toEqual(day(60));
    expect(nextChangeAt(newPlanAccount('u'), day(1))).toBeNull();
  });

  it('ignores payments that were refunded in full or lost to a dispute, but not partly refunded ones', () => {
    const partly = withPayment(newPlanAccount('u'), payment({ refunded: 1999, refundedAt: day(3) }));
    const [refunded, disputed] = [
      payment({ refunded: 2000, refundedAt: day(3) }),
      payment({ disputeLostAt: day(3) }),
    ].map((object) => withPayment(partly, object));
    expect(at(partly, 4)).toEqual(['pro_oneoff', true, 'paid']);
    for (const subject of [refunded, disputed])
      expect([at(subject as PlanAccount, 4), entitlementOf(subject as PlanAccount, day(4)).oneOffCount]).toEqual([
        ['free', false, 'none'],
        0,
      ]);
  });

  it('ignores a running subscription without a payment', () => {
    expect(withSubscription(newPlanAccount('u'), subscription('active', []))).toEqual(newPlanAccount('u'));
  });

  it('ends a paid one-off at once when an admin sets the plan to free', () => {
    const oneOff = account({ paidOneOffs: [{ paymentId: 'p', startedAt: day(0), endsAt: day(30) }] });
    const ended = grantPlan(oneOff, 'free', day(5));
    expect([at(oneOff, 5), at(ended, 5)]).toEqual([
      ['pro_oneoff', true, 'paid'],
      ['pro_oneoff', false, 'paid'],
    ]);
    const refetched = withPayment(ended, payment());
    expect(at(refetched, 6)).toEqual(['pro_oneoff', false, 'paid']);
  });

  it('counts paid and granted one-offs', () => {
    const twice = grantPlan(
      account({ paidOneOffs: [{ paymentId: 'p', startedAt: day(0), endsAt: day(30) }] }),
      'pro_oneoff',
      day(1),
    );
    expect(entitlementOf(twice, day(2)).oneOffCount).toBe(2);
  });
});

describe('PaidMonthly', () => {
  it('is unpaid when it ends after its grace period, whoever ended it at the provider', () => {
    const reasonOf = (endedAt: Date, more: Partial<ProviderSubscription> = {}) => {
      const ended = { ...subscription('canceled', [charge()]), endedAt, endReason: 'cancelled', ...more } as const;
      const paid = paidMonthlyOf(ended);
      return paid && toPaidMonthlyRow(paid).endReason;
    };
    expect([reasonOf(day(37)), reasonOf(day(38)), reasonOf(day(38), { cancelAtPeriodEnd: true })]).toEqual([
      'cancelled',
      'unpaid',
      'cancelled',
    ]);
  });

  const rows = (['active', 'past_due', 'canceled'] as const).flatMap((status) =>
    [false, true].map((cancelAtPeriodEnd) =>
      monthlyRow(
        status === 'canceled'
          ? { status, cancelAtPeriodEnd, endedAt: day(20), endReason: 'refunded' }
          : { status, cancelAtPeriodEnd },
      ),
    ),
  );

  it.each(rows)(
    'reads and writes a row with status $status and cancelAtPeriodEnd $cancelAtPeriodEnd unchanged',
    (row) => {
      expect(toPaidMonthlyRow(fromPaidMonthlyRow(row))).toEqual(row);
    },
  );
});
