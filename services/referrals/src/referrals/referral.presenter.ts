import type { AdminReferral } from '@inkbear/contracts/referrals/admin-referral';
import type { ReferralItem } from '@inkbear/contracts/referrals/referral';
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

/** The totals of the referral page and the 20 newest referrals. Only awarded credits count. */
export function presentSummary(rows: readonly ReferralRow[]) {
  const processed = rows.filter(({ status }) => status === 'processed');
  return {
    totalReferrals: rows.length,
    pendingReferrals: rows.filter(({ status }) => status === 'pending').length,
    processedReferrals: processed.length,
    totalCredits: processed.reduce((sum, { creditsAwarded }) => sum + creditsAwarded, 0),
    recentReferrals: rows.slice(0, 20).map(presentReferral),
  };
}
