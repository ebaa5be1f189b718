export { ReferralTable as default } from '../../features/referrals/referral-table.tsx';
