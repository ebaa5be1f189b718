import { limits } from '@inkbear/contracts/plans';
import type { PaidMonthly, PlanAccount } from '../plan-accounts/plan-account.ts';
import {
  isFullyReturned,
  type ProviderObject,
  type ProviderPayment,
  type ProviderSubscription,
} from './payment-provider.ts';

const dayMs = 86_400_000;

/** The account as it must be for what the provider holds. The same object always gives the same account. */
export const withObject = (account: PlanAccount, object: ProviderObject): PlanAccount =>
  object.kind === 'subscription' ? withSubscription(account, object) : withPayment(account, object);

/** A subscription counts from its first payment on; one that began earlier never replaces a later one. */
export function withSubscription(account: PlanAccount, object: ProviderSubscription): PlanAccount {
  const paid = paidMonthlyOf(object);
  const stored = account.paidMonthly;
  if (!paid || (stored && stored.subscriptionId !== paid.subscriptionId && stored.startedAt > paid.startedAt))
    return account;
  return { ...account, paidMonthly: paid };
}

/** When and how the first of a subscription's payments to go back did so, of whichever month; null while none has in full. */
function firstReturn({ charges }: ProviderSubscription): { at: Date; reason: 'refunded' | 'disputed' } | null {
  const returns = charges.filter(isFullyReturned).flatMap(({ disputeLostAt, refundedAt }) => {
    const at = disputeLostAt ?? refundedAt;
    return at ? [{ at, reason: disputeLostAt ? ('disputed' as const) : ('refunded' as const) }] : [];
  });
  return returns.toSorted((a, b) => a.at.getTime() - b.at.getTime())[0] ?? null;
}

/** What a subscription is worth here; null before its first payment. When the money of any of its months went back, it has ended with that, whatever the provider still does with it. */
export function paidMonthlyOf(object: ProviderSubscription): PaidMonthly | null {
  const { id, status, startedAt, periodStart, periodEnd, cancelAtPeriodEnd, amount, currency } = object;
  if (object.charges.length === 0 || status === 'incomplete' || !startedAt || !periodStart || !periodEnd) return null;
  const base = { subscriptionId: id, startedAt, periodStart, periodEnd, cancelAtPeriodEnd, amount, currency };
  const returned = firstReturn(object);
  const hasEndedBefore = returned && status === 'canceled' && object.endedAt && object.endedAt < returned.at;
  if (returned && !hasEndedBefore)
    return { ...base, status: 'canceled', endedAt: returned.at, endReason: returned.reason };
  return { ...base, status, endedAt: object.endedAt, endReason: object.endReason };
}

/** A paid one-off runs 30 days from its payment, or until an admin ended it; money that went back ends it at once. */
export function withPayment(account: PlanAccount, { id, charges: [charge] }: ProviderPayment): PlanAccount {
  if (!charge) return account;
  const { paidAt, disputeLostAt, refundedAt } = charge;
  const at = account.paidOneOffs.findIndex(({ paymentId }) => paymentId === id);
  const returnedAt = isFullyReturned(charge) ? (disputeLostAt ?? refundedAt) : null;
  const span = {
    paymentId: id,
    startedAt: paidAt,
    endsAt: account.paidOneOffs[at]?.endsAt ?? new Date(paidAt.getTime() + limits.oneOffDays * dayMs),
    ...(returnedAt ? { refundedAt: returnedAt } : {}),
  };
  return { ...account, paidOneOffs: at < 0 ? [...account.paidOneOffs, span] : account.paidOneOffs.with(at, span) };
}

/** Whether the provider still takes money for something whose end has come here: its money went back, or its grace is over. */
export function isOverdue(object: ProviderObject, now: Date): boolean {
  if (object.kind === 'payment' || object.status === 'canceled') return false;
  const paid = paidMonthlyOf(object);
  if (!paid) return false;
  return (
    paid.status === 'canceled' ||
    (paid.status === 'past_due' && paid.periodEnd.getTime() + limits.graceDays * dayMs <= now.getTime())
  );
}
