import { limits } from '@inkbear/contracts/plans';
import type { ProviderCharge, ProviderPayment, ProviderSubscription } from '../provider/payment-provider.ts';
import type { CardBehaviour } from './cards.ts';

interface SandboxObjectBase {
  _id: string;
  clientSecret: string;
  /** Incremented by every change, to detect concurrent changes. */
  version: number;
  /** Amount of the first payment in minor units. */
  total: number;
  card: CardBehaviour | null;
  cardFingerprint: string | null;
  createdAt: Date;
  /** The idempotency key of the call that created the object; `beganBy` is the stored name. */
  beganBy: string;
}
export type SandboxSubscription = SandboxObjectBase & Omit<ProviderSubscription, 'id'>;
export type SandboxPayment = SandboxObjectBase & Omit<ProviderPayment, 'id'>;
export type SandboxObject = SandboxSubscription | SandboxPayment;

const dayMs = 86_400_000;

/** The same day of the month `months` later, or the last day of that month if it is too short. */
export function addMonths(from: Date, months: number): Date {
  const next = new Date(from);
  next.setUTCMonth(from.getUTCMonth() + months, 1);
  const lastDay = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate();
  next.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return next;
}

/**
 * The end of the next period. It is counted from the start of the subscription, so that a short month does not shift
 * all later periods.
 */
function nextPeriodEnd(startedAt: Date, periodEnd: Date): Date {
  const months =
    (periodEnd.getUTCFullYear() - startedAt.getUTCFullYear()) * 12 + periodEnd.getUTCMonth() - startedAt.getUTCMonth();
  return addMonths(startedAt, months + 1);
}

const chargeOf = (
  { currency, cardFingerprint }: Pick<SandboxObject, 'currency' | 'cardFingerprint'>,
  paymentId: string,
  amount: number,
  paidAt: Date,
): ProviderCharge => ({
  paymentId,
  amount,
  currency,
  paidAt,
  cardFingerprint,
  refunded: 0,
  refundedAt: null,
  disputeLostAt: null,
});
const periodPaymentId = (id: string, periodStart: Date): string => `${id}:${periodStart.toISOString()}`;

/** Returns the object after its first payment, which starts a subscription's first period or completes a one-off. */
export function pay<T extends SandboxObject>(object: T, card: CardBehaviour, cardFingerprint: string, now: Date): T {
  const paid = { ...object, card, cardFingerprint, version: object.version + 1 };
  const charge = chargeOf(
    paid,
    object.kind === 'payment' ? object._id : periodPaymentId(object._id, now),
    object.total,
    now,
  );
  if (paid.kind === 'payment') return { ...paid, status: 'succeeded', charges: [charge] };
  return {
    ...paid,
    status: 'active',
    startedAt: now,
    periodStart: now,
    periodEnd: addMonths(now, 1),
    charges: [charge],
  };
}

/**
 * The next step of a subscription whose period is over: it is renewed, its renewal fails, or it ends. Null when nothing
 * is due. Call this repeatedly, because several steps may be due.
 */
export function advanceSubscription(
  object: SandboxSubscription,
  now: Date,
): { object: SandboxSubscription; event: string } | null {
  const { status, periodEnd } = object;
  if (!periodEnd || periodEnd > now || (status !== 'active' && status !== 'past_due')) return null;
  if (object.cancelAtPeriodEnd)
    return { object: endSubscription(object, periodEnd, 'cancelled'), event: 'subscription.canceled' };
  if (status === 'past_due') {
    const graceEnd = new Date(periodEnd.getTime() + limits.graceDays * dayMs);
    return graceEnd > now
      ? null
      : { object: endSubscription(object, graceEnd, 'unpaid'), event: 'subscription.canceled' };
  }
  const version = object.version + 1;
  if (object.card === 'fails-at-renewal')
    return { object: { ...object, version, status: 'past_due' }, event: 'subscription.payment_failed' };
  const charges = [
    ...object.charges,
    chargeOf(object, periodPaymentId(object._id, periodEnd), object.amount, periodEnd),
  ];
  return {
    object: {
      ...object,
      version,
      charges,
      periodStart: periodEnd,
      periodEnd: nextPeriodEnd(object.startedAt ?? periodEnd, periodEnd),
    },
    event: 'subscription.renewed',
  };
}

/** Returns the subscription as ended. */
export const endSubscription = (
  object: SandboxSubscription,
  at: Date,
  reason: 'cancelled' | 'unpaid',
): SandboxSubscription => ({
  ...object,
  version: object.version + 1,
  status: 'canceled',
  endedAt: at,
  endReason: reason,
});

/** Returns the object with one charge replaced. */
export function withCharge<T extends SandboxObject>(object: T, charge: ProviderCharge): T {
  return {
    ...object,
    version: object.version + 1,
    charges: object.charges.map((each) => (each.paymentId === charge.paymentId ? charge : each)),
  };
}
