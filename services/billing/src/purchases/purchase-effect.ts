import type { PurchaseEffect } from '@inkbear/contracts/billing/purchase';
import { limits, plans } from '@inkbear/contracts/plans';
import { monthlyEndOf, type PlanAccount, runningOneOffOf } from '../plan-accounts/plan-account.ts';

export type PaidPlan = PurchaseEffect['plan'];

const dayMs = 86_400_000;

/**
 * What buying a plan at a time changes for an account. The preview of a purchase, its confirmation and the history of
 * purchases all show this result.
 */
export function effectOf(account: PlanAccount, plan: PaidPlan, now: Date): PurchaseEffect {
  return plan === 'pro_monthly' ? effectOfMonthly(account, now) : effectOfOneOff(account, now);
}

/** Pro Monthly is the effective plan as soon as it is paid. A one-off runs on beside it. */
function effectOfMonthly(account: PlanAccount, now: Date): PurchaseEffect {
  const oneOff = runningOneOffOf(account, now);
  return {
    plan: 'pro_monthly',
    books: plans.pro_monthly.books,
    accessFrom: now.toISOString(),
    accessUntil: null,
    unchanged: oneOff && { plan: 'pro_oneoff', until: oneOff.endsAt.toISOString() },
  };
}

/** The days of a one-off start with its payment, but it has an effect only while no monthly plan runs. */
function effectOfOneOff(account: PlanAccount, now: Date): PurchaseEffect {
  const until = new Date(now.getTime() + limits.oneOffDays * dayMs);
  const monthly = monthlyEndOf(account, now);
  const from = monthly === null ? now : monthly.endsAt;
  const isHidden = from === null || from >= until;
  return {
    plan: 'pro_oneoff',
    books: plans.pro_oneoff.books,
    accessFrom: isHidden ? null : from.toISOString(),
    accessUntil: until.toISOString(),
    unchanged: monthly && { plan: 'pro_monthly', until: monthly.endsAt?.toISOString() ?? null },
  };
}
