import type { planCard } from '@inkbear/contracts/billing/billing';
import type { z } from 'zod';
import { entitlementOf, holdsPlan, paidAccessUntil, type PlanAccount } from './plan-account.ts';

type PlanCard = z.input<typeof planCard>;

/** What the plan card shows: the effective plan, and beside it the paid subscription that still runs. */
export function presentPlanCard(account: PlanAccount, now: Date): PlanCard {
  const { plan, isActive, source, planEndDate } = entitlementOf(account, now);
  const subscription = runningSubscription(account, now);
  return {
    plan,
    isActive,
    source,
    planEndDate,
    subscription,
    canCancel: subscription !== null && !subscription.cancelAtPeriodEnd,
    canOpenPortal: account.paidMonthly !== null || account.paidOneOffs.length > 0,
    holds: (['pro_monthly', 'pro_oneoff'] as const).filter((held) => holdsPlan(account, held, now)),
  };
}

function runningSubscription({ paidMonthly: paid }: PlanAccount, now: Date): PlanCard['subscription'] {
  if (!paid || paid.status === 'canceled' || paidAccessUntil(paid) <= now) return null;
  const { status, amount, currency, cancelAtPeriodEnd } = paid;
  const periodEnd = paid.periodEnd.toISOString();
  return {
    status,
    amount,
    currency,
    cancelAtPeriodEnd,
    renewsAt: cancelAtPeriodEnd || status === 'past_due' ? null : periodEnd,
    endsAt: cancelAtPeriodEnd ? periodEnd : null,
    graceUntil: status === 'past_due' ? paidAccessUntil(paid).toISOString() : null,
  };
}
