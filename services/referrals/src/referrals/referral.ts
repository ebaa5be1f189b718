import type { CancelReason } from '@inkbear/contracts/referrals/admin-referral';
import { limits } from '@inkbear/contracts/plans';
import type { ReferralItem } from '@inkbear/contracts/referrals/referral';

/** One user referred by another. */
export interface ReferralRow {
  /** The referred user's id, so that each user is referred at most once. Once that user is erased, equal to `id`. */
  _id: string;
  id: string;
  /** Null once the referrer is erased. */
  referrerId: string | null;
  /** Present addresses. Null in rows of the first release, and once the user is erased. */
  referrerEmail: string | null;
  referredEmail: string | null;
  status: ReferralItem['status'];
  cancelReason: CancelReason | null;
  creditsAwarded: number;
  eligibleDate: Date;
  /** When the job evaluates the referral: at the end of the waiting period. Null once it has. */
  dueAt: Date | null;
  processedAt: Date | null;
  cancelledAt: Date | null;
  createdAt: Date;
  /** A counter whose increment locks the row within a transaction. Nobody reads it. */
  lockCount?: number;
}

/** A user and their referral code. */
export interface ReferrerRow {
  _id: string;
  referralCode: string;
  email: string;
  /** The `seq` of the change that the address is from. Absent for the address of the registration. */
  emailSeq?: number;
  /** A counter whose increment locks the row within a transaction. Nobody reads it. */
  lockCount?: number;
}

/** A paid Pro Monthly subscription, as last published by billing. */
export interface SubscriptionRow {
  _id: string;
  userId: string;
  seq: number;
  status: 'active' | 'past_due' | 'canceled';
  periodEnd: Date;
}

/** A payment for a Pro Monthly, as published by billing. */
export interface Payment {
  _id: string;
  userId: string;
  subscriptionId: string | null;
  fingerprint: string | null;
  /** True when it was reversed: refunded in full or lost to a dispute. Stored name. */
  isReturned: boolean;
}

interface Registration {
  readonly userId: string;
  readonly email: string;
  readonly createdAt: string;
}

/** A new pending referral. It is cancelled at once when both users have the same address apart from a `+tag`. */
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
  return isSameAddress(referrer.email, email) ? cancelIfPending(row, 'same_person', registeredAt) : row;
}

/** The address in lower case and without its `+tag`, which does not change the mailbox. */
function withoutTag(email: string): string {
  const address = email.toLowerCase();
  const at = address.indexOf('@');
  const plus = address.indexOf('+');
  return plus >= 0 && plus < at ? address.slice(0, plus) + address.slice(at) : address;
}
const isSameAddress = (one: string, other: string): boolean => withoutTag(one) === withoutTag(other);

/** Cancels a pending referral. A processed one keeps its credits. */
export const cancelIfPending = (row: ReferralRow, cancelReason: CancelReason, cancelledAt: Date): ReferralRow =>
  row.status === 'pending' ? { ...row, status: 'cancelled', cancelReason, cancelledAt } : row;

/** Everything that a decision depends on. */
export interface ReferralFacts {
  readonly subscriptions: readonly SubscriptionRow[];
  /** Payments by the referred user. */
  readonly payments: readonly Payment[];
  /** Fingerprints of the cards that the referrer has paid with. */
  readonly referrerCards: ReadonlySet<string>;
}

/**
 * The next state of a pending referral: `processed`, or the reason why it is cancelled; null when it stays pending. It
 * is processed when the waiting period is over and the referred user has paid for a month that is running. An overdue
 * renewal must be paid first. A month counts only when its payment, and so its card, is known.
 */
export function decideReferral(
  { status, eligibleDate, referrerEmail, referredEmail }: ReferralRow,
  { subscriptions, payments, referrerCards }: ReferralFacts,
  now: Date,
): 'processed' | CancelReason | null {
  if (status !== 'pending') return null;
  if (referrerEmail && referredEmail && isSameAddress(referrerEmail, referredEmail)) return 'same_person';
  if (payments.some(({ fingerprint }) => fingerprint !== null && referrerCards.has(fingerprint))) return 'same_person';
  if (payments.some(({ isReturned }) => isReturned)) return 'refunded';
  const isPaid = (id: string) => payments.some(({ subscriptionId }) => subscriptionId === id);
  return eligibleDate <= now &&
    subscriptions.some(
      ({ _id, status: subscriptionStatus, periodEnd }) =>
        subscriptionStatus === 'active' && periodEnd > now && isPaid(_id),
    )
    ? 'processed'
    : null;
}
