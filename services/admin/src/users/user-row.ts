import type { AdminUser, AdminUserDetails } from '@inkbear/contracts/admin/users';
import { type Entitlement, entitlementAt, freeEntitlement, plans } from '@inkbear/contracts/plans';
import { type ClockMove, toBusinessTime } from '../projections/clock-moves.ts';

/** What events told of a user, and the row that the list is sorted and searched by. */
export interface UserRow {
  _id: string;
  registered?: { email: string; firstName: string; lastName: string; createdAt: Date };
  removed?: { stage: 'grace' | 'restored' | 'erased'; at: Date };
  entitlement?: Entitlement;
  credits?: { balance: number };
  aiReset?: { at: Date };
  list?: ListedUser;
}

/** Counted from the user's books, stories and calls. */
export interface UserCounts {
  readonly bookCount: number;
  readonly bookCountThisMonth: number;
  readonly storyCount: number;
  readonly openaiTokensUsed: number;
  readonly openaiCostThisMonth: number;
  readonly openaiRequestsThisMonth: number;
}
export interface ListedUser extends UserCounts {
  email: string;
  lastName: string;
  search: string;
  createdAt: Date;
  plan: Entitlement['plan'];
  /** Until when the plan gives access; long ago without a plan, so that every row can be sorted. */
  planEndDate: Date;
  referralCredits: number;
  /** The calendar month that the counts of "this month" are of. */
  month: string;
}

const never = new Date(0);
const always = new Date(Date.UTC(9999, 0));
const cost = (dollars: number): number => Number(dollars.toFixed(4));

/** Null for whoever is gone for good, and while the registration was not heard of. */
export function toListed(
  { registered, removed, entitlement, credits }: UserRow,
  counts: UserCounts,
  month: string,
): ListedUser | null {
  if (!registered || removed?.stage === 'erased') return null;
  const { email, firstName, lastName, createdAt } = registered;
  const { plan = 'free', isActive = false, planEndDate = null } = entitlement ?? {};
  const end = planEndDate === null ? (isActive ? always : never) : new Date(planEndDate);
  return {
    ...counts,
    email,
    lastName: `${lastName} ${firstName}`.toLowerCase(),
    search: `${firstName} ${lastName} ${email}`.toLowerCase(),
    createdAt,
    plan,
    planEndDate: end,
    referralCredits: credits?.balance ?? 0,
    month,
  };
}

/** When this month's AI counters began: with the month, or when an admin cleared them. */
export function countedSince({ registered, aiReset }: UserRow, monthStart: Date): Date | null {
  if (aiReset && aiReset.at > monthStart) return aiReset.at;
  return registered && registered.createdAt < monthStart ? monthStart : null;
}

/** The plan's number of books, or the admin's; null for any number. */
function bookLimitOf({ plan, monthlyBookLimit, oneOffCount }: Entitlement): number | null {
  if (monthlyBookLimit !== undefined) return monthlyBookLimit;
  return plan === 'pro_oneoff' ? oneOffCount * plans.pro_oneoff.books : plans[plan].books;
}

export function presentUser(
  row: UserRow,
  list: ListedUser,
  { now, monthStart, moves }: { now: Date; monthStart: Date; moves: readonly ClockMove[] },
): AdminUser {
  const entitlement = entitlementAt(row.entitlement ?? freeEntitlement(row._id), now);
  return {
    id: row._id,
    email: list.email,
    firstName: row.registered?.firstName ?? '',
    lastName: row.registered?.lastName ?? '',
    plan: entitlement.plan,
    planEndDate: entitlement.planEndDate,
    isActive: entitlement.isActive,
    bookCount: list.bookCount,
    bookCountThisMonth: list.bookCountThisMonth,
    monthlyBookLimit: bookLimitOf(entitlement),
    monthlyBookLimitOverridden: entitlement.monthlyBookLimit !== undefined,
    referralCredits: list.referralCredits,
    openaiTokensUsed: list.openaiTokensUsed,
    openaiCostThisMonth: cost(list.openaiCostThisMonth),
    openaiRequestsThisMonth: list.openaiRequestsThisMonth,
    lastOpenaiReset: countedSince(row, monthStart)?.toISOString() ?? null,
    deletedAt: row.removed?.stage === 'grace' ? toBusinessTime(moves, row.removed.at).toISOString() : null,
    createdAt: list.createdAt.toISOString(),
  };
}

/** What only the details show of the plan. */
export function presentPlan(row: UserRow, now: Date): Pick<AdminUserDetails, 'source' | 'periodStart' | 'periodEnd'> {
  const { source, periodStart, periodEnd } = entitlementAt(row.entitlement ?? freeEntitlement(row._id), now);
  return { source, periodStart, periodEnd };
}
