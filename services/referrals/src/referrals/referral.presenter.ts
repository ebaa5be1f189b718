import type { AdminReferral } from '@inkbear/contracts/referrals/admin-referral';
import type { ReferralItem } from '@inkbear/contracts/referrals/referral';
import type { ReferralSummary } from './referral.repository.ts';
import type { ReferralRow } from './referral.ts';

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

export const presentAdminReferral = (row: ReferralRow): AdminReferral => ({
  ...presentReferral(row),
  referrerEmail: row.referrerEmail,
  referredEmail: row.referredEmail,
  cancelReason: row.cancelReason,
  processedAt: row.processedAt?.toISOString() ?? null,
});

/** The totals of the referral page and the newest referrals. Only awarded credits count. */
export function presentSummary({ recent, totals }: ReferralSummary) {
  const totalOf = (status: ReferralRow['status']) => totals.find(({ _id }) => _id === status);
  return {
    totalReferrals: totals.reduce((sum, { count }) => sum + count, 0),
    pendingReferrals: totalOf('pending')?.count ?? 0,
    processedReferrals: totalOf('processed')?.count ?? 0,
    totalCredits: totalOf('processed')?.credits ?? 0,
    recentReferrals: recent.map(presentReferral),
  };
}
