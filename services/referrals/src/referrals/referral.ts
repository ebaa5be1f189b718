import type { AdminReferral, CancelReason } from '@inkbear/contracts/referrals/admin-referral';
import type { ReferralItem } from '@inkbear/contracts/referrals/referral';

/** Days between a registration and the credit it may bring. */
export const waitDays = 7;

/** Who brought whom. */
export interface ReferralRow {
  /** The referred user's id: one referral for each person, ever; the referral's own id once that person is erased. */
  _id: string;
  id: string;
  /** Null once the referrer is erased. */
  referrerId: string | null;
  /** For the admins' list; gone with the account. */
  referrerEmail: string | null;
  referredEmail: string | null;
  status: ReferralItem['status'];
  cancelReason: CancelReason | null;
  creditsAwarded: number;
  eligibleDate: Date;
  processedAt: Date | null;
  createdAt: Date;
}

/** A user and the code that others may use. */
export interface ReferrerRow {
  _id: string;
  referralCode: string;
  email: string;
}

/** A paid Pro Monthly of a referred user, as billing last told it. */
export interface SubscriptionRow {
  _id: string;
  userId: string;
  seq: number;
  status: 'active' | 'past_due' | 'canceled';
  periodEnd: Date;
}

interface Registration {
  readonly userId: string;
  readonly email: string;
  readonly createdAt: string;
}

export function newReferral(id: string, referrer: ReferrerRow, { userId, email, createdAt }: Registration): ReferralRow {
  const registeredAt = new Date(createdAt);
  const row: ReferralRow = {
    _id: userId, id, referrerId: referrer._id, referrerEmail: referrer.email, referredEmail: email, status: 'pending', cancelReason: null, creditsAwarded: 1,
    eligibleDate: new Date(registeredAt.getTime() + waitDays * 86_400_000), processedAt: null, createdAt: registeredAt,
  };
  return isSameAddress(referrer.email, email) ? cancelled(row, 'same_person') : row;
}

/** What stands behind a plus leads to the same letter box. */
const withoutTag = (email: string): string => email.toLowerCase().replace(/\+[^@]*(?=@)/, '');
const isSameAddress = (one: string, other: string): boolean => withoutTag(one) === withoutTag(other);

/** Nothing more will come of a pending referral; what was awarded stays. */
export const cancelled = (row: ReferralRow, cancelReason: CancelReason): ReferralRow => (row.status === 'pending' ? { ...row, status: 'cancelled', cancelReason } : row);

/** The days have passed and the referred user pays for a month that is not over; a renewal that is due has to come first. */
export const isDue = (row: ReferralRow, subscriptions: readonly SubscriptionRow[], now: Date): boolean =>
  row.status === 'pending' && row.eligibleDate <= now && subscriptions.some(({ status, periodEnd }) => status === 'active' && periodEnd > now);

export const presentReferral = ({ id, status, eligibleDate, createdAt, creditsAwarded }: ReferralRow): ReferralItem => ({ id, status, eligibleDate: eligibleDate.toISOString(), createdAt: createdAt.toISOString(), creditsAwarded });

export const presentForAdmin = (row: ReferralRow): AdminReferral => ({ ...presentReferral(row), referrerEmail: row.referrerEmail, referredEmail: row.referredEmail, cancelReason: row.cancelReason, processedAt: row.processedAt?.toISOString() ?? null });

/** The counters of the referral page; credits count once they were awarded. */
export function summarise(rows: readonly ReferralRow[]) {
  const processed = rows.filter(({ status }) => status === 'processed');
  return {
    totalReferrals: rows.length,
    pendingReferrals: rows.filter(({ status }) => status === 'pending').length,
    processedReferrals: processed.length,
    totalCredits: processed.reduce((sum, { creditsAwarded }) => sum + creditsAwarded, 0),
    recentReferrals: rows.slice(0, 20).map(presentReferral),
  };
}
