import { limits } from '@inkbear/contracts/plans';
import { isFullyReversed, type ProviderObject, type ProviderSubscription } from '../provider/payment-provider.ts';

/** How long a plan gives access after a failed renewal. */
export const graceMs = limits.graceDays * 86_400_000;

interface Terms {
  subscriptionId: string;
  startedAt: Date;
  /** The last period that was paid for. */
  periodStart: Date;
  periodEnd: Date;
  /** Price of a renewal in minor units. */
  amount: number;
  currency: string;
}
type EndReason = 'cancelled' | 'unpaid' | 'refunded' | 'disputed';

/** A monthly subscription as the provider last reported it. */
export type PaidMonthly = Terms &
  (
    | { state: 'active' }
    /** Runs until `periodEnd` and is not renewed. `isPastDue`: a renewal had failed before the cancellation. */
    | { state: 'cancelling'; isPastDue: boolean }
    /** The renewal failed; access continues until the end of the grace period. */
    | { state: 'past_due' }
    | { state: 'ended'; endedAt: Date | null; endReason: EndReason | null; wasCancelling: boolean }
  );

/** The stored form. The provider's objects and `billing.subscription.changed` have the same fields. */
export interface PaidMonthlyRow extends Terms {
  status: 'active' | 'past_due' | 'canceled';
  cancelAtPeriodEnd: boolean;
  /** Set for `canceled` only. */
  endedAt: Date | null;
  endReason: EndReason | null;
}

export function fromPaidMonthlyRow(row: PaidMonthlyRow): PaidMonthly {
  const { subscriptionId, startedAt, periodStart, periodEnd, amount, currency, cancelAtPeriodEnd } = row;
  const terms = { subscriptionId, startedAt, periodStart, periodEnd, amount, currency };
  if (row.status === 'canceled')
    return {
      ...terms,
      state: 'ended',
      endedAt: row.endedAt,
      endReason: row.endReason,
      wasCancelling: cancelAtPeriodEnd,
    };
  if (cancelAtPeriodEnd) return { ...terms, state: 'cancelling', isPastDue: row.status === 'past_due' };
  return { ...terms, state: row.status };
}

export function toPaidMonthlyRow(paid: PaidMonthly): PaidMonthlyRow {
  const { subscriptionId, startedAt, periodStart, periodEnd, amount, currency } = paid;
  const terms = { subscriptionId, startedAt, periodStart, periodEnd, amount, currency };
  const running = { ...terms, endedAt: null, endReason: null };
  switch (paid.state) {
    case 'active':
    case 'past_due':
      return { ...running, status: paid.state, cancelAtPeriodEnd: false };
    case 'cancelling':
      return { ...running, status: paid.isPastDue ? 'past_due' : 'active', cancelAtPeriodEnd: true };
    case 'ended':
      return {
        ...terms,
        status: 'canceled',
        cancelAtPeriodEnd: paid.wasCancelling,
        endedAt: paid.endedAt,
        endReason: paid.endReason,
      };
  }
}

/** When the grace period after a failed renewal ends. */
export const graceEnd = ({ periodEnd }: Pick<PaidMonthly, 'periodEnd'>): Date =>
  new Date(periodEnd.getTime() + graceMs);

/**
 * When the access of a paid monthly plan ends: at the end of its period, plus the grace period unless it was cancelled.
 * Access never lasts longer, even if the provider ends the subscription later.
 */
export function paidAccessUntil(paid: PaidMonthly): Date {
  switch (paid.state) {
    case 'active':
    case 'past_due':
      return graceEnd(paid);
    case 'cancelling':
      return paid.periodEnd;
    case 'ended': {
      const latest = paid.wasCancelling ? paid.periodEnd : graceEnd(paid);
      return paid.endedAt && paid.endedAt < latest ? paid.endedAt : latest;
    }
  }
}

/**
 * The earliest full refund or lost dispute among a subscription's payments, whichever month it paid for; null when
 * there is none.
 */
function firstReversal({ charges }: ProviderSubscription): { at: Date; reason: 'refunded' | 'disputed' } | null {
  const reversals = charges.filter(isFullyReversed).flatMap(({ disputeLostAt, refundedAt }) => {
    const at = disputeLostAt ?? refundedAt;
    return at ? [{ at, reason: disputeLostAt ? ('disputed' as const) : ('refunded' as const) }] : [];
  });
  return reversals.toSorted((a, b) => a.at.getTime() - b.at.getTime())[0] ?? null;
}

/**
 * The plan that a subscription pays for. It is null before the first payment. The full refund or lost dispute of any
 * month ends it, even if the subscription still runs at the provider. Its end reason is `unpaid` when the subscription
 * ended after its grace period, even if we ended it (see `mustCancelAtProvider`) and the provider says “cancelled”.
 */
export function paidMonthlyOf(object: ProviderSubscription): PaidMonthly | null {
  const { id, status, startedAt, periodStart, periodEnd, cancelAtPeriodEnd, amount, currency } = object;
  if (object.charges.length === 0 || status === 'incomplete' || !startedAt || !periodStart || !periodEnd) return null;
  const row = { subscriptionId: id, startedAt, periodStart, periodEnd, cancelAtPeriodEnd, amount, currency };
  const reversal = firstReversal(object);
  const endedBeforeReversal = reversal && status === 'canceled' && object.endedAt && object.endedAt < reversal.at;
  if (reversal && !endedBeforeReversal)
    return fromPaidMonthlyRow({ ...row, status: 'canceled', endedAt: reversal.at, endReason: reversal.reason });
  const isUnpaid = object.endedAt !== null && !cancelAtPeriodEnd && object.endedAt >= graceEnd({ periodEnd });
  const endReason = isUnpaid ? 'unpaid' : object.endReason;
  return fromPaidMonthlyRow({ ...row, status, endedAt: object.endedAt, endReason });
}

/**
 * True when the subscription still runs at the provider although the plan has ended: a payment was fully refunded or
 * lost to a dispute, or the grace period is over.
 */
export function mustCancelAtProvider(object: ProviderObject, now: Date): boolean {
  if (object.kind === 'payment' || object.status === 'canceled') return false;
  const paid = paidMonthlyOf(object);
  if (!paid) return false;
  return paid.state === 'ended' || (object.status === 'past_due' && graceEnd(paid) <= now);
}
