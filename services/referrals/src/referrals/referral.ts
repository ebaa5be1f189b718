import type { AdminReferral, CancelReason } from '@inkbear/contracts/referrals/admin-referral';
import { limits } from '@inkbear/contracts/plans';
import type { ReferralItem } from '@inkbear/contracts/referrals/referral';

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
  /** When the passing of its days is looked at; null once it was. */
  dueAt: Date | null;
  processedAt: Date | null;
  cancelledAt: Date | null;
  createdAt: Date;
  /** How often it was held to be decided on. */
  holds?: number;
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

/** Money for a Pro Monthly, as billing told it: with which card, and whether all of it went back. */
export interface PaymentRow {
  _id: string;
  userId: string;
  subscriptionId: string | null;
  fingerprint: string | null;
  isBack: boolean;
}

interface Registration {
  readonly userId: string;
  readonly email: string;
  readonly createdAt: string;
}

export function newReferral(
  id: string,
  referrer: ReferrerRow,
  { userId, email, createdAt }: Registration,
): ReferralRow {
  const registeredAt = new Date(createdAt);
  const eligibleDate = new Date(registeredAt.getTime() + limits.referralDays * 86_400_000);
  const row: ReferralRow = {
    _id: userId,
    id,
    referrerId: referrer._id,
    referrerEmail: referrer.email,
    referredEmail: email,
    status: 'pending',
    cancelReason: null,
    creditsAwarded: 1,
    eligibleDate,
    dueAt: eligibleDate,
    processedAt: null,
    cancelledAt: null,
    createdAt: registeredAt,
  };
  return isSameAddress(referrer.email, email) ? cancelled(row, 'same_person', registeredAt) : row;
}

/** What stands behind a plus leads to the same letter box. */
function withoutTag(email: string): string {
  const address = email.toLowerCase();
  const at = address.indexOf('@');
  const plus = address.indexOf('+');
  return plus >= 0 && plus < at ? address.slice(0, plus) + address.slice(at) : address;
}
const isSameAddress = (one: string, other: string): boolean => withoutTag(one) === withoutTag(other);

/** Nothing more will come of a pending referral; what was awarded stays. */
export const cancelled = (row: ReferralRow, cancelReason: CancelReason, cancelledAt: Date): ReferralRow =>
  row.status === 'pending' ? { ...row, status: 'cancelled', cancelReason, cancelledAt } : row;

/** Everything that decides on a referral, whichever of it was heard of first. */
export interface Facts {
  readonly subscriptions: readonly SubscriptionRow[];
  /** Of the referred user. */
  readonly payments: readonly PaymentRow[];
  /** Cards that the referrer has paid with. */
  readonly referrerCards: ReadonlySet<string>;
}

/** What a pending referral becomes now. It is due when the days have passed and the referred user pays for a month that is not over; a renewal that is due has to come first, and a month counts only once its payment is known, and so its card. */
export function decide(
  { status, eligibleDate }: ReferralRow,
  { subscriptions, payments, referrerCards }: Facts,
  now: Date,
): 'processed' | CancelReason | null {
  if (status !== 'pending') return null;
  if (payments.some(({ fingerprint }) => fingerprint !== null && referrerCards.has(fingerprint))) return 'same_person';
  if (payments.some(({ isBack }) => isBack)) return 'refunded';
  const isPaid = (id: string) => payments.some(({ subscriptionId }) => subscriptionId === id);
  return eligibleDate <= now &&
    subscriptions.some(({ _id, status: running, periodEnd }) => running === 'active' && periodEnd > now && isPaid(_id))
    ? 'processed'
    : null;
}

export const presentReferral = ({
  id,
  status,
  eligibleDate,
  createdAt,
  creditsAwarded,
}: ReferralRow): ReferralItem => ({
  id,
  status,
  eligibleDate: eligibleDate.toISOString(),
  createdAt: createdAt.toISOString(),
  creditsAwarded,
});

export const presentForAdmin = (row: ReferralRow): AdminReferral => ({
  ...presentReferral(row),
  referrerEmail: row.referrerEmail,
  referredEmail: row.referredEmail,
  cancelReason: row.cancelReason,
  processedAt: row.processedAt?.toISOString() ?? null,
});

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
