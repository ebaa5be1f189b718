import type { AdminUser, AdminUserDetails } from '@inkbear/contracts/admin/users';
import { type Entitlement, entitlementAt, freeEntitlement, plans } from '@inkbear/contracts/plans';
import { type ClockMove, toBusinessTime } from '../projections/clock-moves.ts';

interface Names {
  email: string;
  firstName: string;
  lastName: string;
}

/**
 * A user as projected from events: one part for each type of event. `list` is computed from them; the admin list is
 * sorted and searched by it.
 */
export interface UserRow {
  _id: string;
  registered?: Names & { createdAt: Date };
  /** Replaces the names of `registered`. */
  changed?: Names;
  removed?: { stage: 'grace' | 'restored' | 'erased'; at: Date };
  entitlement?: Entitlement;
  credits?: { balance: number };
  aiReset?: { at: Date };
  list?: UserListRow;
}

/** The present name and address of a user; empty until an event with them arrives. */
export const namesOf = ({ registered, changed }: UserRow): Names =>
  changed ?? registered ?? { email: '', firstName: '', lastName: '' };

/** Computed from the user's books, stories and AI calls. */
export interface UserCounts {
  readonly bookCount: number;
  readonly bookCountThisMonth: number;
  readonly storyCount: number;
  readonly openaiTokensUsed: number;
  readonly openaiCostThisMonth: number;
  readonly openaiRequestsThisMonth: number;
}
export interface UserListRow extends UserCounts {
  email: string;
  lastName: string;
  search: string;
  createdAt: Date;
  plan: Entitlement['plan'];
  /** End of access. Users without a plan have a date long ago, so that every row is sortable. */
  planEndDate: Date;
  referralCredits: number;
  /** The calendar month of the counts named "this month". */
  month: string;
}

const longAgo = new Date(0);
const noExpiry = new Date(Date.UTC(9999, 0));
const cost = (dollars: number): number => Number(dollars.toFixed(4));

/** Returns null for erased users, and until the registration event arrives. */
export function toListRow(row: UserRow, counts: UserCounts, month: string): UserListRow | null {
  const { registered, removed, entitlement, credits } = row;
  if (!registered || removed?.stage === 'erased') return null;
  const { email, firstName, lastName } = namesOf(row);
  const { plan = 'free', isActive = false, planEndDate = null } = entitlement ?? {};
  const end = planEndDate === null ? (isActive ? noExpiry : longAgo) : new Date(planEndDate);
  return {
    ...counts,
    email,
    lastName: `${lastName} ${firstName}`.toLowerCase(),
    search: `${firstName} ${lastName} ${email}`.toLowerCase(),
    createdAt: registered.createdAt,
    plan,
    planEndDate: end,
    referralCredits: credits?.balance ?? 0,
    month,
  };
}

/**
 * Since when this month's AI counters count: the start of the month, or an admin's reset. Null for users who registered
 * this month and whose counters were not reset.
 */
export function countedSince({ registered, aiReset }: UserRow, monthStart: Date): Date | null {
  if (aiReset && aiReset.at > monthStart) return aiReset.at;
  return registered && registered.createdAt < monthStart ? monthStart : null;
}

/** The number of books of the plan, or the admin's override. Null means unlimited. */
function bookLimitOf({ plan, monthlyBookLimit, oneOffCount }: Entitlement): number | null {
  if (monthlyBookLimit !== undefined) return monthlyBookLimit;
  return plan === 'pro_oneoff' ? oneOffCount * plans.pro_oneoff.books : plans[plan].books;
}

/** A user as the admin list shows it. `monthStart` is the start of the current month, `now` is business time. */
export function presentUser(
  row: UserRow,
  list: UserListRow,
  { now, monthStart, moves }: { now: Date; monthStart: Date; moves: readonly ClockMove[] },
): AdminUser {
  const entitlement = entitlementAt(row.entitlement ?? freeEntitlement(row._id), now);
  const { firstName, lastName } = namesOf(row);
  return {
    id: row._id,
    email: list.email,
    firstName,
    lastName,
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

/** The plan fields that only the details page shows. */
export function presentPlanDetails(
  row: UserRow,
  now: Date,
): Pick<AdminUserDetails, 'source' | 'periodStart' | 'periodEnd'> {
  const { source, periodStart, periodEnd } = entitlementAt(row.entitlement ?? freeEntitlement(row._id), now);
  return { source, periodStart, periodEnd };
}
