import { z } from 'zod';
import { defineEvent } from './event-type.ts';
import { creditsAwarded, userId } from './fields.ts';

export const referralsCreditsAwarded = defineEvent({
  type: 'referrals.credits.awarded.v1',
  owner: 'referrals',
  kind: 'fact',
  key: 'award',
  data: creditsAwarded,
});

/** A summary of the referrals of one referrer, with the newest ones. */
export const referralsSummaryChanged = defineEvent({
  type: 'referrals.summary.changed.v1',
  owner: 'referrals',
  kind: 'state',
  key: 'user',
  data: z.object({
    userId,
    totalCredits: z.int(),
    recentReferrals: z.array(
      z.object({
        id: z.string(),
        status: z.enum(['pending', 'processed', 'cancelled']),
        eligibleDate: z.iso.datetime(),
        createdAt: z.iso.datetime(),
        creditsAwarded: z.int(),
      }),
    ),
  }),
});

/** The state of one referral. When it is processed, both users get `creditsAwarded` credits. */
export const referralChanged = defineEvent({
  type: 'referrals.referral.changed.v1',
  owner: 'referrals',
  kind: 'state',
  key: 'referral',
  data: z.object({
    referralId: z.string(),
    /** Null once that account is erased. */
    referrerId: z.string().nullable(),
    referredId: z.string().nullable(),
    status: z.enum(['pending', 'processed', 'cancelled']),
    creditsAwarded: z.int(),
    eligibleDate: z.iso.datetime(),
    processedAt: z.iso.datetime().nullable(),
    /** Absent in events of earlier releases. */
    cancelledAt: z.iso.datetime().nullable().default(null),
    createdAt: z.iso.datetime(),
  }),
});
