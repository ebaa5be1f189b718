import type { ReferralItem } from '@inkbear/contracts/referrals/referral';
import { counted } from '@inkbear/web-kit/counted.ts';
import { longDate } from '@inkbear/web-kit/format.ts';

const dayMs = 86_400_000;

export const statusLabels: Record<ReferralItem['status'], string> = {
  pending: 'Pending',
  processed: 'Confirmed',
  cancelled: 'Cancelled',
};

/** The note for one referral at the server's business time. */
export function referralNote({ status, eligibleDate, creditsAwarded }: ReferralItem, asOf: string): string {
  if (status === 'cancelled') return 'No credit for this referral';
  if (status === 'processed') return `${counted(creditsAwarded, 'book credit')} for each of you`;
  const days = Math.ceil((Date.parse(eligibleDate) - Date.parse(asOf)) / dayMs);
  if (days <= 0) return 'Waiting for your friend to subscribe to Pro Monthly';
  return `Eligible on ${longDate(eligibleDate)} · ${counted(days, 'day')} remaining`;
}
