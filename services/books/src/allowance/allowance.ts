import type { BookAllowance } from '@inkbear/contracts/books/book';
import { type Entitlement, plans } from '@inkbear/contracts/plans';

/** What a book was made under; decides whether it stays editable when a plan lapses. */
export const madeUnderNames = ['free', 'pro_monthly', 'pro_oneoff', 'credit'] as const;
export type MadeUnder = (typeof madeUnderNames)[number];

/** One row for each user: books made, counted per allowance, and the balance of book credits. Deleting a book changes nothing here. */
export interface AllowanceRow {
  _id: string;
  /** Books made under any plan, without those made with a credit. */
  total: number;
  oneOff: number;
  /** Books made in each monthly billing period; `start` is the period's name. */
  periods: { start: string; used: number }[];
  credits: number;
  /** The newest override that was applied. */
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

export type Taken = { readonly madeUnder: MadeUnder; readonly next: AllowanceRow } | { readonly refusal: string };

/** An ended one-off counts as free. */
const planOf = ({ isActive, plan }: Entitlement): Entitlement['plan'] => (isActive ? plan : 'free');

/** The allowance of the plan first, then a credit; else a sentence that names the limit and the way on. */
export function takeBook(row: AllowanceRow, entitlement: Entitlement): Taken {
  const plan = planOf(entitlement);
  const used = usedUnder(row, plan, entitlement);
  const limit = limitOf(plan, entitlement);
  if (limit === null || used < limit) return { madeUnder: plan, next: count(row, plan, entitlement) };
  if (row.credits > 0) return { madeUnder: 'credit', next: { ...row, credits: row.credits - 1 } };
  return { refusal: refusalOf(plan, limit, entitlement) };
}

/** What is left, and what the next book would be told. */
export function presentAllowance(row: AllowanceRow, entitlement: Entitlement): BookAllowance {
  const plan = planOf(entitlement);
  const taken = takeBook(row, entitlement);
  return {
    plan,
    used: usedUnder(row, plan, entitlement),
    max: limitOf(plan, entitlement),
    credits: row.credits,
    renewsAt: plan === 'pro_monthly' ? entitlement.periodEnd : null,
    refusal: 'refusal' in taken ? taken.refusal : null,
  };
}

/** How many books the plan allows, or null for any number; an admin's override replaces the plan's number. */
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

function count(row: AllowanceRow, plan: Entitlement['plan'], entitlement: Entitlement): AllowanceRow {
  const next = { ...row, total: row.total + 1 };
  if (plan === 'pro_oneoff') return { ...next, oneOff: row.oneOff + 1 };
  if (plan === 'free') return next;
  const start = periodOf(entitlement);
  const used = usedUnder(row, plan, entitlement) + 1;
  return { ...next, periods: [...row.periods.filter((period) => period.start !== start), { start, used }] };
}

const periodOf = ({ periodStart, planStartDate }: Entitlement): string => periodStart ?? planStartDate ?? 'first';

const books = (number: number): string => (number === 1 ? '1 book' : `${number} books`);
const longDate = (iso: string): string =>
  new Date(iso).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

function refusalOf(plan: Entitlement['plan'], limit: number, { periodEnd }: Entitlement): string {
  switch (plan) {
    case 'free':
      return `The Free plan includes ${books(limit)} in total, and you have used this. Upgrade to Pro or use a book credit to create another.`;
    case 'pro_oneoff':
      return `Your One-off plan includes ${books(limit)}, and you have used this. Buy another One-off, choose Pro Monthly or use a book credit to create another.`;
    case 'pro_monthly':
      return `Pro Monthly includes ${books(limit)} in each billing period, and you have used this. ${periodEnd ? `The next period starts on ${longDate(periodEnd)}; a` : 'A'} book credit allows one before that.`;
  }
}
