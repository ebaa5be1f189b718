import { type Entitlement, freeEntitlement, limits } from '@inkbear/contracts/plans';

const dayMs = 86_400_000;
const later = (from: Date, days: number): Date => new Date(from.getTime() + days * dayMs);

/** A monthly subscription as the provider last told it. */
export interface PaidMonthly {
  subscriptionId: string;
  status: 'active' | 'past_due' | 'canceled';
  startedAt: Date;
  /** The last period that was paid for. */
  periodStart: Date;
  periodEnd: Date;
  cancelAtPeriodEnd: boolean;
  /** When it ended and why, for `canceled`. */
  endedAt: Date | null;
  endReason: 'cancelled' | 'unpaid' | 'refunded' | 'disputed' | null;
  /** What a renewal takes, minor units. */
  amount: number;
  currency: string;
}
export interface Span {
  startedAt: Date;
  endsAt: Date;
}
export interface PaidOneOff extends Span {
  paymentId: string;
  /** The money went back: it gives nothing. */
  refundedAt?: Date;
}

/** Everything billing knows of one user's plans; paid and granted are kept apart. */
export interface PlanAccount {
  _id: string;
  paidMonthly: PaidMonthly | null;
  paidOneOffs: PaidOneOff[];
  grantedMonthly: Span | null;
  grantedOneOff: Span | null;
  grantedOneOffCount: number;
  /** When the last monthly plan ended, of whichever source. */
  monthlyEndedAt: Date | null;
  /** Absent = the plan's number, null = unlimited. */
  monthlyBookLimit?: number | null;
  /** The events whose grant is in here, so that one published again grants nothing twice. */
  grantsApplied?: string[];
  /** While the user's account waits for its erasure, or has just come back. `stoppedId` is the subscription that was stopped for it. */
  removal?: { stage: 'grace' | 'restored'; stoppedId: string | null };
  /** The entitlement that was published last, as JSON; absent in rows of earlier releases. */
  lastPublished?: string;
  /** `seq` of the event that published it; absent in rows of earlier releases, whose entitlement is published once more. */
  publishedSeq?: number;
  /** When time alone next changes the entitlement; null = never. */
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

/** Until when a paid monthly plan gives access: its period, and 7 days more unless it was cancelled; never longer, however late the provider gives up. */
export function paidAccessUntil(paid: PaidMonthly): Date {
  const longest = paid.cancelAtPeriodEnd ? paid.periodEnd : later(paid.periodEnd, limits.graceDays);
  return paid.status === 'canceled' && paid.endedAt && paid.endedAt < longest ? paid.endedAt : longest;
}

/** A grant counts from its day, in months of 30 days within its year. */
function grantedPeriod(grant: Span, now: Date): { periodStart: Date; periodEnd: Date } {
  const index = Math.max(0, Math.floor((now.getTime() - grant.startedAt.getTime()) / (30 * dayMs)));
  return { periodStart: later(grant.startedAt, index * 30), periodEnd: later(grant.startedAt, (index + 1) * 30) };
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

const paidOneOffsOf = ({ paidOneOffs }: PlanAccount): PaidOneOff[] =>
  paidOneOffs.filter(({ refundedAt }) => refundedAt === undefined);

/** Whether someone has this plan now, whatever else they have: it cannot be bought once more. */
export function holdsPlan(account: PlanAccount, plan: 'pro_monthly' | 'pro_oneoff', now: Date): boolean {
  return plan === 'pro_monthly' ? monthlyAt(account, now) !== null : (oneOffOf(account)?.endsAt ?? now) > now;
}

/** The latest one-off of either source, running or ended. */
function oneOffOf(account: PlanAccount): (Span & { source: 'paid' | 'granted' }) | null {
  const spans = [
    ...paidOneOffsOf(account).map((span) => ({ ...span, source: 'paid' as const })),
    ...(account.grantedOneOff ? [{ ...account.grantedOneOff, source: 'granted' as const }] : []),
  ];
  return spans.toSorted((a, b) => b.endsAt.getTime() - a.endsAt.getTime())[0] ?? null;
}

/** When the last monthly plan ended, seen from `now`. */
function monthlyEnd(account: PlanAccount, now: Date): Date | null {
  const ends = [
    account.monthlyEndedAt,
    account.paidMonthly && paidAccessUntil(account.paidMonthly),
    account.grantedMonthly?.endsAt,
  ].filter((end): end is Date => end instanceof Date && end <= now);
  return ends.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null;
}

/** The effective plan: monthly, else one-off, else free. An ended one-off stays one-off, inactive, until another plan starts. */
export function entitlementOf(account: PlanAccount, now: Date): Entitlement {
  const monthly = monthlyAt(account, now);
  const oneOff = oneOffOf(account);
  const ended = monthlyEnd(account, now);
  const base: Entitlement = {
    ...freeEntitlement(account._id),
    oneOffCount: paidOneOffsOf(account).length + account.grantedOneOffCount,
    exportUntil: ended ? later(ended, limits.exportDaysAfterMonthly).toISOString() : null,
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
  const monthlyCameLater = ended !== null && oneOff !== null && ended > oneOff.endsAt;
  if (oneOff && (oneOff.endsAt > now || !monthlyCameLater)) {
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

/** The next moment at which time alone changes what `entitlementOf` says. */
export function nextChangeAt(account: PlanAccount, now: Date): Date | null {
  const moments = [
    account.paidMonthly && paidAccessUntil(account.paidMonthly),
    account.grantedMonthly?.endsAt,
    account.grantedMonthly && grantedPeriod(account.grantedMonthly, now).periodEnd,
    account.grantedOneOff?.endsAt,
    ...paidOneOffsOf(account).map(({ endsAt }) => endsAt),
  ];
  return (
    moments
      .filter((moment): moment is Date => moment instanceof Date && moment > now)
      .toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null
  );
}
