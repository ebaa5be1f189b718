import type { planCard } from '@inkbear/contracts/billing/billing';
import type { z } from 'zod';
import { paidAccessUntil, toPaidMonthlyRow } from './paid-monthly.ts';
import { entitlementOf, hasPlan, type PlanAccount } from './plan-account.ts';

type PlanCard = z.input<typeof planCard>;

/** The effective plan, and the paid subscription while it gives access. */
export function presentPlanCard(account: PlanAccount, now: Date): PlanCard {
  const { plan, isActive, source, planEndDate } = entitlementOf(account, now);
  const subscription = presentSubscription(account, now);
  return {
    plan,
    isActive,
    source,
    planEndDate,
    subscription,
    canCancel: subscription !== null && !subscription.cancelAtPeriodEnd,
    canOpenPortal: account.paidMonthly !== null || account.paidOneOffs.length > 0,
    holds: (['pro_monthly', 'pro_oneoff'] as const).filter((name) => hasPlan(account, name, now)),
  };
}

function presentSubscription({ paidMonthly: paid }: PlanAccount, now: Date): PlanCard['subscription'] {
  if (!paid || paidAccessUntil(paid) <= now) return null;
  const { status, amount, currency, cancelAtPeriodEnd, periodEnd } = toPaidMonthlyRow(paid);
  if (status === 'canceled') return null;
  return {
    status,
    amount,
    currency,
    cancelAtPeriodEnd,
    renewsAt: paid.state === 'active' ? periodEnd.toISOString() : null,
    endsAt: cancelAtPeriodEnd ? periodEnd.toISOString() : null,
    graceUntil: status === 'past_due' ? paidAccessUntil(paid).toISOString() : null,
  };
}
