import { limits, type PlanName } from '@inkbear/contracts/plans';
import {
  isFullyReversed,
  type ProviderObject,
  type ProviderPayment,
  type ProviderSubscription,
} from '../provider/payment-provider.ts';
import { paidMonthlyOf } from './paid-monthly.ts';
import type { PlanAccount } from './plan-account.ts';

const dayMs = 86_400_000;
const periodOf = (now: Date, days: number) => ({ startedAt: now, endsAt: new Date(now.getTime() + days * dayMs) });

/** Grants the plan that an event requests, once per event. */
export function grantOnce(account: PlanAccount, eventId: string, plan: PlanName, now: Date): PlanAccount {
  const { grantsApplied = [] } = account;
  return grantsApplied.includes(eventId)
    ? account
    : { ...grantPlan(account, plan, now), grantsApplied: [...grantsApplied, eventId] };
}

/**
 * Grants a plan: a monthly plan for one year, a one-off for 30 days. `free` ends granted plans and every running
 * one-off, but not a paid subscription, which must be ended at the provider.
 */
export function grantPlan(account: PlanAccount, plan: PlanName, now: Date): PlanAccount {
  const monthlyEndedAt = account.grantedMonthly && account.grantedMonthly.endsAt > now ? now : account.monthlyEndedAt;
  switch (plan) {
    case 'free':
      return {
        ...account,
        grantedMonthly: null,
        grantedOneOff: null,
        monthlyEndedAt,
        paidOneOffs: account.paidOneOffs.map((paid) => (paid.endsAt > now ? { ...paid, endsAt: now } : paid)),
      };
    case 'pro_monthly':
      return { ...account, grantedMonthly: periodOf(now, 365), grantedOneOff: null };
    case 'pro_oneoff':
      return {
        ...account,
        grantedMonthly: null,
        monthlyEndedAt,
        grantedOneOff: periodOf(now, limits.oneOffDays),
        grantedOneOffCount: account.grantedOneOffCount + 1,
      };
  }
}

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
 * Applies a paid one-off, which runs for 30 days from its payment, or until an admin ends it. A full refund or lost
 * dispute ends it at once.
 */
export function withPayment(account: PlanAccount, { id, charges: [charge] }: ProviderPayment): PlanAccount {
  if (!charge) return account;
  const { paidAt, disputeLostAt, refundedAt } = charge;
  const index = account.paidOneOffs.findIndex(({ paymentId }) => paymentId === id);
  const reversedAt = isFullyReversed(charge) ? (disputeLostAt ?? refundedAt) : null;
  const oneOff = {
    paymentId: id,
    startedAt: paidAt,
    endsAt: account.paidOneOffs[index]?.endsAt ?? new Date(paidAt.getTime() + limits.oneOffDays * dayMs),
    ...(reversedAt ? { refundedAt: reversedAt } : {}),
  };
  return {
    ...account,
    paidOneOffs: index < 0 ? [...account.paidOneOffs, oneOff] : account.paidOneOffs.with(index, oneOff),
  };
}

/** The subscription whose renewal was stopped because the account was closed; null when none was. */
const stoppedIdOf = ({ removal }: PlanAccount): string | null =>
  removal === undefined || removal.state === 'closed' ? null : removal.stoppedId;

/**
 * Records that a user removed their account, or restored it within 30 days. The removal stops the renewal of a
 * subscription; after a restore the record is kept until that subscription is resumed, and is deleted at once if there
 * was none.
 */
export function withRemoval(account: PlanAccount, stage: 'grace' | 'restored'): PlanAccount {
  const stoppedId = stoppedIdOf(account);
  if (stage === 'grace')
    return { ...account, removal: stoppedId === null ? { state: 'closed' } : { state: 'stopped', stoppedId } };
  return stoppedId === null ? withoutRemoval(account) : { ...account, removal: { state: 'restored', stoppedId } };
}

export function withoutRemoval({ removal: _removal, ...account }: PlanAccount): PlanAccount {
  return account;
}

/** Records which subscription is about to be stopped for a removal, unless the account was restored in the meantime. */
export const withStoppedSubscription = (account: PlanAccount, stoppedId: string): PlanAccount =>
  account.removal === undefined || account.removal.state === 'restored'
    ? account
    : { ...account, removal: { state: 'stopped', stoppedId } };
