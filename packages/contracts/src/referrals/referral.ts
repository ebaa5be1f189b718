import { z } from 'zod';
import { id, isoTime } from '../fields.ts';
import { defineRoute } from '../route.ts';

/** As many of the newest referrals stand in a summary and in the user. */
export const newestReferrals = 20;

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
      recentReferrals: z.array(referralItem).max(newestReferrals),
      /**
       * Business time of this answer, from which the days that remain are counted: a browser's clock knows nothing of
       * that.
       */
      asOf: isoTime,
    }),
  },
});
