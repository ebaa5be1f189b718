import { getReferrals } from '@inkbear/contracts/referrals/referral';
import { read } from '@inkbear/web-kit/read.ts';

/** The user's referral code and referrals. Always refetched on mount, because they change while the page is closed. */
export const referralsQuery = () => ({ ...read(getReferrals), refetchOnMount: 'always' as const });
