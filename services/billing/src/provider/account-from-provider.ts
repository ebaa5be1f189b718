import { limits } from '@inkbear/contracts/plans';
import { fromPaidMonthlyRow, graceEnd, type PaidMonthly } from '../plan-accounts/paid-monthly.ts';
import type { PlanAccount } from '../plan-accounts/plan-account.ts';
import {
  isFullyReturned,
  type ProviderObject,
  type ProviderPayment,
  type ProviderSubscription,
} from './payment-provider.ts';

const dayMs = 86_400_000;

/** Applies an object of the provider to the account. Applying the same object again changes nothing. */
export const withProviderObject = (account: PlanAccount, object: ProviderObject): PlanAccount =>
  object.kind === 'subscription' ? withSubscription(account, object) : withPayment(account, object);

/** Applies a subscription from its first payment on. A subscription that started earlier never replaces a later one. */
export function withSubscription(account: PlanAccount, object: ProviderSubscription): PlanAccount {
  const paid = paidMonthlyOf(object);
  const stored = account.paidMonthly;
  if (!paid || (stored && stored.subscriptionId !== paid.subscriptionId && stored.startedAt > paid.startedAt))
    return account;
  return { ...account, paidMonthly: paid };
}

/**
 * The earliest full refund or lost dispute among a subscription's payments, whichever month it paid for; null when
 * there is none.
 */
function firstReturn({ charges }: ProviderSubscription): { at: Date; reason: 'refunded' | 'disputed' } | null {
  const returns = charges.filter(isFullyReturned).flatMap(({ disputeLostAt, refundedAt }) => {
    const at = disputeLostAt ?? refundedAt;
    return at ? [{ at, reason: disputeLostAt ? ('disputed' as const) : ('refunded' as const) }] : [];
  });
  return returns.toSorted((a, b) => a.at.getTime() - b.at.getTime())[0] ?? null;
}

/**
 * The plan that a subscription pays for; null before its first payment. The full refund or lost dispute of any month
 * ends the plan, even if the subscription still runs at the provider.
 */
export function paidMonthlyOf(object: ProviderSubscription): PaidMonthly | null {
  const { id, status, startedAt, periodStart, periodEnd, cancelAtPeriodEnd, amount, currency } = object;
  if (object.charges.length === 0 || status === 'incomplete' || !startedAt || !periodStart || !periodEnd) return null;
  const row = { subscriptionId: id, startedAt, periodStart, periodEnd, cancelAtPeriodEnd, amount, currency };
  const returned = firstReturn(object);
  const endedBeforeReturn = returned && status === 'canceled' && object.endedAt && object.endedAt < returned.at;
  if (returned && !endedBeforeReturn)
    return fromPaidMonthlyRow({ ...row, status: 'canceled', endedAt: returned.at, endReason: returned.reason });
  return fromPaidMonthlyRow({ ...row, status, endedAt: object.endedAt, endReason: object.endReason });
}

/**
 * Applies a paid one-off, which runs for 30 days from its payment, or until an admin ends it. A full refund or lost
 * dispute ends it at once.
 */
export function withPayment(account: PlanAccount, { id, charges: [charge] }: ProviderPayment): PlanAccount {
  if (!charge) return account;
  const { paidAt, disputeLostAt, refundedAt } = charge;
  const index = account.paidOneOffs.findIndex(({ paymentId }) => paymentId === id);
  const returnedAt = isFullyReturned(charge) ? (disputeLostAt ?? refundedAt) : null;
  const oneOff = {
    paymentId: id,
    startedAt: paidAt,
    endsAt: account.paidOneOffs[index]?.endsAt ?? new Date(paidAt.getTime() + limits.oneOffDays * dayMs),
    ...(returnedAt ? { refundedAt: returnedAt } : {}),
  };
  return {
    ...account,
    paidOneOffs: index < 0 ? [...account.paidOneOffs, oneOff] : account.paidOneOffs.with(index, oneOff),
  };
}

/**
 * True for a subscription for which the provider would still charge although its plan has ended in billing, because a
 * payment was returned or the grace period is over.
 */
export function isOverdue(object: ProviderObject, now: Date): boolean {
  if (object.kind === 'payment' || object.status === 'canceled') return false;
  const paid = paidMonthlyOf(object);
  if (!paid) return false;
  return paid.state === 'ended' || (object.status === 'past_due' && graceEnd(paid) <= now);
}
