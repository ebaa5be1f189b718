import { limits } from '@inkbear/contracts/plans';
import type { ProviderPayment, ProviderSubscription } from '../provider/payment-provider.ts';
import type { CardBehaviour } from './cards.ts';

interface Stored {
  _id: string;
  clientSecret: string;
  card: CardBehaviour | null;
  createdAt: Date;
  /** Set while only one such object may exist for a user; absent otherwise. */
  openKind?: string;
  /** The key of the call that began it. Objects of earlier releases lack it. */
  beganBy?: string;
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
  const months = (periodEnd.getUTCFullYear() - startedAt.getUTCFullYear()) * 12 + periodEnd.getUTCMonth() - startedAt.getUTCMonth();
  return addMonths(startedAt, months + 1);
}

/** A confirmed card pays: the subscription's first period begins, or the one-off is paid. */
export function pay<T extends SandboxObject>(object: T, card: CardBehaviour, fingerprint: string, now: Date): T {
  const paid = { ...object, card, cardFingerprint: fingerprint, version: object.version + 1 };
  if (paid.kind === 'payment') return { ...paid, status: 'succeeded', paidAt: now };
  return { ...paid, status: 'active', startedAt: now, periodStart: now, periodEnd: addMonths(now, 1) };
}

/** What time has done to a subscription since: at most one step; null when there is nothing to do yet. */
export function passTime(object: SandboxSubscription, now: Date): { object: SandboxSubscription; event: string } | null {
  const { status, periodEnd } = object;
  if (!periodEnd || periodEnd > now || (status !== 'active' && status !== 'past_due')) return null;
  const version = object.version + 1;
  if (object.cancelAtPeriodEnd) return { object: end(object, periodEnd), event: 'subscription.canceled' };
  if (status === 'past_due') {
    const graceEnds = new Date(periodEnd.getTime() + limits.graceDays * dayMs);
    return graceEnds > now ? null : { object: end(object, graceEnds), event: 'subscription.canceled' };
  }
  if (object.card === 'fails-at-renewal') return { object: { ...object, version, status: 'past_due' }, event: 'subscription.payment_failed' };
  return { object: { ...object, version, periodStart: periodEnd, periodEnd: nextPeriodEnd(object.startedAt ?? periodEnd, periodEnd) }, event: 'subscription.renewed' };
}

export function end(object: SandboxSubscription, at: Date): SandboxSubscription {
  const { openKind: _open, ...rest } = object;
  return { ...rest, version: object.version + 1, status: 'canceled', endedAt: at };
}
