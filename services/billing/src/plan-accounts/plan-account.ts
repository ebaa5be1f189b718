import { type Entitlement, freeEntitlement, limits } from '@inkbear/contracts/plans';
import { type PaidMonthly, paidAccessUntil } from './paid-monthly.ts';

const dayMs = 86_400_000;
const addDays = (from: Date, days: number): Date => new Date(from.getTime() + days * dayMs);

export interface PlanPeriod {
  startedAt: Date;
  endsAt: Date;
}
export interface PaidOneOff extends PlanPeriod {
  paymentId: string;
  /** Set when the payment was refunded in full or lost to a dispute; the plan then has no effect. */
  refundedAt?: Date;
}

/** The closing of a user's account, as far as it concerns their subscription. */
export type Removal =
  /** In the restore period of 30 days. No renewal had to be stopped so far. */
  | { state: 'closed' }
  /**
   * In the restore period of 30 days. Only the renewal of this subscription was stopped, or is about to be: the plan
   * runs until the end of its paid period.
   */
  | { state: 'stopped'; stoppedId: string }
  /** Restored. The renewal of this subscription has to be resumed. */
  | { state: 'restored'; stoppedId: string };

/** Everything billing knows about one user's plans. Paid and granted plans are kept apart. */
export interface PlanAccount {
  _id: string;
  paidMonthly: PaidMonthly | null;
  paidOneOffs: PaidOneOff[];
  grantedMonthly: PlanPeriod | null;
  grantedOneOff: PlanPeriod | null;
  grantedOneOffCount: number;
  /** When the last granted monthly plan was ended before its year was over. */
  monthlyEndedAt: Date | null;
  /** Absent: the plan's own limit. Null: unlimited. */
  monthlyBookLimit?: number | null;
  /** Ids of the events whose grants were applied, so that a redelivered event grants nothing again. */
  grantsApplied?: string[];
  /** Set while the user's account waits for its erasure, and after a restore until the subscription is resumed. */
  removal?: Removal;
  /** The last published entitlement, as JSON. Absent in rows of earlier releases. */
  lastPublished?: string;
  /** `seq` of the event that published it. Absent in rows of earlier releases, whose entitlement is published again. */
  publishedSeq?: number;
  /** When the entitlement next changes without any event, e.g. because a plan expires. Null: never. */
  nextChangeAt: Date | null;
}

export const newPlanAccount = (userId: string): PlanAccount => ({
  _id: userId,
  paidMonthly: null,
  paidOneOffs: [],
  grantedMonthly: null,
  grantedOneOff: null,
  grantedOneOffCount: 0,
  monthlyEndedAt: null,
  nextChangeAt: null,
});

interface Monthly {
  source: 'paid' | 'granted';
  startedAt: Date;
  periodStart: Date;
  periodEnd: Date;
  accessUntil: Date;
}

/** The current period of a granted year, which consists of periods of 30 days from its first day. */
function grantedPeriod(grant: PlanPeriod, now: Date): { periodStart: Date; periodEnd: Date } {
  const index = Math.max(0, Math.floor((now.getTime() - grant.startedAt.getTime()) / (30 * dayMs)));
  return { periodStart: addDays(grant.startedAt, index * 30), periodEnd: addDays(grant.startedAt, (index + 1) * 30) };
}

function monthlyAt(account: PlanAccount, now: Date): Monthly | null {
  const { paidMonthly: paid, grantedMonthly: grant } = account;
  if (paid && paidAccessUntil(paid) > now)
    return {
      source: 'paid',
      startedAt: paid.startedAt,
      periodStart: paid.periodStart,
      periodEnd: paid.periodEnd,
      accessUntil: paidAccessUntil(paid),
    };
  if (grant && grant.endsAt > now)
    return { source: 'granted', startedAt: grant.startedAt, accessUntil: grant.endsAt, ...grantedPeriod(grant, now) };
  return null;
}

const unrefundedOneOffs = ({ paidOneOffs }: PlanAccount): PaidOneOff[] =>
  paidOneOffs.filter(({ refundedAt }) => refundedAt === undefined);

/**
 * True when the user has this plan now, paid or granted, even if a better plan hides it. Such a plan cannot be bought
 * again.
 */
export function hasPlan(account: PlanAccount, plan: 'pro_monthly' | 'pro_oneoff', now: Date): boolean {
  return plan === 'pro_monthly' ? monthlyAt(account, now) !== null : runningOneOffOf(account, now) !== null;
}

/** The one-off that ends last, paid or granted, running or expired. */
function oneOffOf(account: PlanAccount): (PlanPeriod & { source: 'paid' | 'granted' }) | null {
  const periods = [
    ...unrefundedOneOffs(account).map((period) => ({ ...period, source: 'paid' as const })),
    ...(account.grantedOneOff ? [{ ...account.grantedOneOff, source: 'granted' as const }] : []),
  ];
  return periods.toSorted((a, b) => b.endsAt.getTime() - a.endsAt.getTime())[0] ?? null;
}

/** The one-off that runs now and ends last; null when none runs. */
export function runningOneOffOf(account: PlanAccount, now: Date): PlanPeriod | null {
  const oneOff = oneOffOf(account);
  return oneOff && oneOff.endsAt > now ? oneOff : null;
}

/**
 * The end of the monthly plan that runs now: null within the result when it renews. Null when no monthly plan runs. A
 * paid plan hides a granted one, which may end later.
 */
export function monthlyEndOf(account: PlanAccount, now: Date): { endsAt: Date | null } | null {
  const monthly = monthlyAt(account, now);
  if (!monthly) return null;
  const { paidMonthly: paid, grantedMonthly: grant } = account;
  const doesRenew = monthly.source === 'paid' && (paid?.state === 'active' || paid?.state === 'past_due');
  if (doesRenew) return { endsAt: null };
  return { endsAt: grant && grant.endsAt > monthly.accessUntil ? grant.endsAt : monthly.accessUntil };
}

/** When the last monthly plan ended; null when none has. */
function monthlyEnd(account: PlanAccount, now: Date): Date | null {
  const ends = [
    account.monthlyEndedAt,
    account.paidMonthly && paidAccessUntil(account.paidMonthly),
    account.grantedMonthly?.endsAt,
  ].filter((end): end is Date => end instanceof Date && end <= now);
  return ends.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null;
}

/**
 * The effective plan: monthly, else one-off, else free. An expired one-off stays the (inactive) plan until another plan
 * starts.
 */
export function entitlementOf(account: PlanAccount, now: Date): Entitlement {
  const monthly = monthlyAt(account, now);
  const oneOff = oneOffOf(account);
  const ended = monthlyEnd(account, now);
  const base: Entitlement = {
    ...freeEntitlement(account._id),
    oneOffCount: unrefundedOneOffs(account).length + account.grantedOneOffCount,
    exportUntil: ended ? addDays(ended, limits.exportDaysAfterMonthly).toISOString() : null,
    ...(account.monthlyBookLimit === undefined ? {} : { monthlyBookLimit: account.monthlyBookLimit }),
  };
  if (monthly) {
    return {
      ...base,
      plan: 'pro_monthly',
      isActive: true,
      source: monthly.source,
      planStartDate: monthly.startedAt.toISOString(),
      planEndDate: monthly.accessUntil.toISOString(),
      periodStart: monthly.periodStart.toISOString(),
      periodEnd: monthly.periodEnd.toISOString(),
    };
  }
  const monthlyEndedLater = ended !== null && oneOff !== null && ended > oneOff.endsAt;
  if (oneOff && (oneOff.endsAt > now || !monthlyEndedLater)) {
    return {
      ...base,
      plan: 'pro_oneoff',
      isActive: oneOff.endsAt > now,
      source: oneOff.source,
      planStartDate: oneOff.startedAt.toISOString(),
      planEndDate: oneOff.endsAt.toISOString(),
    };
  }
  return base;
}

/** The next time at which the result of `entitlementOf` changes without any event; null when it never does. */
export function nextChangeAt(account: PlanAccount, now: Date): Date | null {
  const changes = [
    account.paidMonthly && paidAccessUntil(account.paidMonthly),
    account.grantedMonthly?.endsAt,
    account.grantedMonthly && grantedPeriod(account.grantedMonthly, now).periodEnd,
    account.grantedOneOff?.endsAt,
    ...unrefundedOneOffs(account).map(({ endsAt }) => endsAt),
  ];
  return (
    changes
      .filter((change): change is Date => change instanceof Date && change > now)
      .toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null
  );
}
