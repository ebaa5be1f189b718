import { z } from 'zod';
import { id, isoTime } from '../fields.ts';
import { defineRoute } from '../route.ts';

/** Maximum number of referrals in a summary and in the reply of `GET /api/user`; the newest ones are listed. */
export const maxRecentReferrals = 20;

export const referralStatus = z.enum(['pending', 'processed', 'cancelled']);
export const referralItem = z.object({
  id,
  status: referralStatus,
  eligibleDate: isoTime,
  createdAt: isoTime,
  creditsAwarded: z.int(),
});
export type ReferralItem = z.infer<typeof referralItem>;

export const getReferrals = defineRoute({
  id: 'getReferrals',
  owner: 'referrals',
  method: 'GET',
  path: '/api/user/referrals',
  summary: 'The referral summary of the signed-in user',
  access: 'user',
  rate: 'read',
  responses: {
    200: z.object({
      referralCode: z.string(),
      totalReferrals: z.int(),
      pendingReferrals: z.int(),
      processedReferrals: z.int(),
      totalCredits: z.int(),
      recentReferrals: z.array(referralItem).max(maxRecentReferrals),
      /**
       * Business time of this reply. Pages compute the remaining days from it, because the browser's clock may differ.
       */
      asOf: isoTime,
    }),
  },
  errors: ['auth.user_not_found'],
});
