import type { BookAllowance } from '@inkbear/contracts/books/book';
import { type Entitlement, plans } from '@inkbear/contracts/plans';

/**
 * What paid for a book: the plan under which it was created, or a credit. Decides whether the book stays editable when
 * the plan ends. Rows store it as `madeUnder`.
 */
export const fundingSources = ['free', 'pro_monthly', 'pro_oneoff', 'credit'] as const;
export type FundingSource = (typeof fundingSources)[number];

/**
 * One row per user: the number of books created under each plan, and the credit balance. Deleting a book does not
 * change it.
 */
export interface AllowanceRow {
  _id: string;
  /** Books created under any plan, without those paid with a credit. */
  total: number;
  oneOff: number;
  /** Books created in each monthly billing period, identified by `start`. */
  periods: { start: string; used: number }[];
  credits: number;
  /** `seq` of the last override that was applied. */
  overrideSeq: number;
}

export const emptyAllowance = (userId: string): AllowanceRow => ({
  _id: userId,
  total: 0,
  oneOff: 0,
  periods: [],
  credits: 0,
  overrideSeq: 0,
});

/** What one book has used, so that it can be returned to where it was taken from. */
export interface AllowanceUse {
  readonly madeUnder: FundingSource;
  /** The `start` of the monthly billing period; null for anything else. */
  readonly periodStart: string | null;
}

export type AllowanceDecision = (AllowanceUse & { readonly next: AllowanceRow }) | { readonly refusal: string };

/** The plan that counts: Free when the plan has ended. */
const planOf = ({ isActive, plan }: Entitlement): Entitlement['plan'] => (isActive ? plan : 'free');

/**
 * Uses the plan's allowance first, then a credit; otherwise refuses with a text that names the limit and the options.
 */
export function decideAllowance(row: AllowanceRow, entitlement: Entitlement): AllowanceDecision {
  const plan = planOf(entitlement);
  const used = usedUnder(row, plan, entitlement);
  const limit = limitOf(plan, entitlement);
  if (limit === null || used < limit) {
    const periodStart = plan === 'pro_monthly' ? periodOf(entitlement) : null;
    return { madeUnder: plan, periodStart, next: countBook(row, plan, entitlement) };
  }
  if (row.credits > 0) return { madeUnder: 'credit', periodStart: null, next: { ...row, credits: row.credits - 1 } };
  return { refusal: refusalOf(plan, limit, entitlement) };
}

/** The inverse of a book's decision: the row without that book. */
export function uncountBook(row: AllowanceRow, { madeUnder, periodStart }: AllowanceUse): AllowanceRow {
  if (madeUnder === 'credit') return { ...row, credits: row.credits + 1 };
  const next = { ...row, total: row.total - 1 };
  if (madeUnder === 'pro_oneoff') return { ...next, oneOff: row.oneOff - 1 };
  const periods = row.periods.map(({ start, used }) => ({ start, used: start === periodStart ? used - 1 : used }));
  return { ...next, periods };
}

/** What is used and available, and the refusal that the next book would get, if any. */
export function presentAllowance(row: AllowanceRow, entitlement: Entitlement): BookAllowance {
  const plan = planOf(entitlement);
  const decision = decideAllowance(row, entitlement);
  return {
    plan,
    used: usedUnder(row, plan, entitlement),
    max: limitOf(plan, entitlement),
    credits: row.credits,
    renewsAt: plan === 'pro_monthly' ? entitlement.periodEnd : null,
    refusal: 'refusal' in decision ? decision.refusal : null,
  };
}

/** How many books the plan allows; null when unlimited. An admin's override replaces the plan's number. */
function limitOf(plan: Entitlement['plan'], { monthlyBookLimit, oneOffCount }: Entitlement): number | null {
  if (monthlyBookLimit !== undefined) return monthlyBookLimit;
  return plan === 'pro_oneoff' ? oneOffCount * plans.pro_oneoff.books : plans[plan].books;
}

function usedUnder(row: AllowanceRow, plan: Entitlement['plan'], entitlement: Entitlement): number {
  switch (plan) {
    case 'free':
      return row.total;
    case 'pro_oneoff':
      return row.oneOff;
    case 'pro_monthly':
      return row.periods.find(({ start }) => start === periodOf(entitlement))?.used ?? 0;
  }
}

function countBook(row: AllowanceRow, plan: Entitlement['plan'], entitlement: Entitlement): AllowanceRow {
  const next = { ...row, total: row.total + 1 };
  if (plan === 'pro_oneoff') return { ...next, oneOff: row.oneOff + 1 };
  if (plan === 'free') return next;
  const start = periodOf(entitlement);
  const used = usedUnder(row, plan, entitlement) + 1;
  return { ...next, periods: [...row.periods.filter((period) => period.start !== start), { start, used }] };
}

const periodOf = ({ periodStart, planStartDate }: Entitlement): string => periodStart ?? planStartDate ?? 'first';

const bookCount = (number: number): string => (number === 1 ? '1 book' : `${number} books`);
const longDate = (iso: string): string =>
  new Date(iso).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

function refusalOf(plan: Entitlement['plan'], limit: number, { periodEnd }: Entitlement): string {
  switch (plan) {
    case 'free':
      return `The Free plan includes ${bookCount(limit)} in total, which you have used. Upgrade to Pro or earn a book credit to create another.`;
    case 'pro_oneoff':
      return `Your One-off plan includes ${bookCount(limit)}, which you have used. Buy another One-off, choose Pro Monthly or earn a book credit to create another.`;
    case 'pro_monthly':
      return `Pro Monthly includes ${bookCount(limit)} in each billing period, which you have used. ${periodEnd ? `The next period starts on ${longDate(periodEnd)}; a` : 'A'} book credit would allow one before that.`;
  }
}
