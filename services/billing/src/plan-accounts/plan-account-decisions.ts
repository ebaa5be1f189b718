import { limits, type PlanName } from '@inkbear/contracts/plans';
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

/**
 * Records that a user removed their account, or restored it within 30 days. The removal stops the renewal of a
 * subscription; after a restore the record is kept until that subscription is resumed, and is deleted at once if there
 * was none.
 */
export function withRemoval(account: PlanAccount, stage: 'grace' | 'restored'): PlanAccount {
  const stoppedId = account.removal?.stoppedId ?? null;
  return stage === 'restored' && stoppedId === null
    ? withoutRemoval(account)
    : { ...account, removal: { stage, stoppedId } };
}

export function withoutRemoval({ removal: _removal, ...account }: PlanAccount): PlanAccount {
  return account;
}

/** Records which subscription is about to be stopped for a removal, unless the account was restored in the meantime. */
export const withStoppedSubscription = (account: PlanAccount, stoppedId: string): PlanAccount =>
  account.removal?.stage === 'grace' ? { ...account, removal: { stage: 'grace', stoppedId } } : account;
