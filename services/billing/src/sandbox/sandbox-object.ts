import { limits } from '@inkbear/contracts/plans';
import type { ProviderCharge, ProviderPayment, ProviderSubscription } from '../provider/payment-provider.ts';
import type { CardBehaviour } from './cards.ts';

interface Stored {
  _id: string;
  clientSecret: string;
  /** Rises with every change, so that two of them never overwrite each other. */
  version: number;
  /** What the first payment takes. */
  total: number;
  card: CardBehaviour | null;
  cardFingerprint: string | null;
  createdAt: Date;
  /** The key of the call that began it. */
  beganBy: string;
}
export type SandboxSubscription = Stored & Omit<ProviderSubscription, 'id'>;
export type SandboxPayment = Stored & Omit<ProviderPayment, 'id'>;
export type SandboxObject = SandboxSubscription | SandboxPayment;

const dayMs = 86_400_000;

/** The same day so many months later, or that month's last day. */
export function addMonths(from: Date, months: number): Date {
  const next = new Date(from);
  next.setUTCMonth(from.getUTCMonth() + months, 1);
  const lastDay = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate();
  next.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return next;
}

/** The end of the period after this one, counted from the first day, so that a short month does not move the day for good. */
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

/** A confirmed card pays: the subscription's first period begins, or the one-off is paid. */
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

/** What time has done to a subscription since: at most one step; null when there is nothing to do yet. */
export function passTime(
  object: SandboxSubscription,
  now: Date,
): { object: SandboxSubscription; event: string } | null {
  const { status, periodEnd } = object;
  if (!periodEnd || periodEnd > now || (status !== 'active' && status !== 'past_due')) return null;
  if (object.cancelAtPeriodEnd) return { object: end(object, periodEnd, 'cancelled'), event: 'subscription.canceled' };
  if (status === 'past_due') {
    const graceEnds = new Date(periodEnd.getTime() + limits.graceDays * dayMs);
    return graceEnds > now ? null : { object: end(object, graceEnds, 'unpaid'), event: 'subscription.canceled' };
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

export const end = (object: SandboxSubscription, at: Date, reason: 'cancelled' | 'unpaid'): SandboxSubscription => ({
  ...object,
  version: object.version + 1,
  status: 'canceled',
  endedAt: at,
  endReason: reason,
});

/** Replaces one charge of an object. */
export function withCharge<T extends SandboxObject>(object: T, charge: ProviderCharge): T {
  return {
    ...object,
    version: object.version + 1,
    charges: object.charges.map((each) => (each.paymentId === charge.paymentId ? charge : each)),
  };
}
