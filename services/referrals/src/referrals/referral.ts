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
  status: ReferralItem['status'];
  creditsAwarded: number;
  eligibleDate: Date;
  processedAt: Date | null;
  createdAt: Date;
}

/** A user and the code that others may use. */
export interface ReferrerRow {
  _id: string;
  referralCode: string;
}

export const newReferral = (id: string, referrerId: string, referredId: string, registeredAt: Date): ReferralRow => ({
  _id: referredId, id, referrerId, status: 'pending', creditsAwarded: 1, eligibleDate: new Date(registeredAt.getTime() + waitDays * 86_400_000), processedAt: null, createdAt: registeredAt,
});

/** What is left of a referral when one of the two is gone: nothing more will come of it, and what was awarded stays. */
export const cancelPending = (status: ReferralRow['status']): ReferralRow['status'] => (status === 'pending' ? 'cancelled' : status);

export const presentReferral = ({ id, status, eligibleDate, createdAt, creditsAwarded }: ReferralRow): ReferralItem => ({ id, status, eligibleDate: eligibleDate.toISOString(), createdAt: createdAt.toISOString(), creditsAwarded });

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
