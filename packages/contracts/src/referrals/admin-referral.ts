import { z } from 'zod';
import { id, isoTime } from '../fields.ts';
import { listQuery, maxPageRows } from '../list-query.ts';
import { defineRoute } from '../route.ts';
import { referralStatus } from './referral.ts';

/** Why a referral was cancelled: both users are the same person, the payment was refunded, or an account was deleted. */
export const cancelReason = z.enum(['same_person', 'refunded', 'deleted']);
export type CancelReason = z.infer<typeof cancelReason>;

export const adminReferral = z.object({
  id,
  /** Null once that account is erased. */
  referrerEmail: z.string().nullable(),
  referredEmail: z.string().nullable(),
  status: referralStatus,
  cancelReason: cancelReason.nullable(),
  creditsAwarded: z.int(),
  eligibleDate: isoTime,
  processedAt: isoTime.nullable(),
  createdAt: isoTime,
});
export type AdminReferral = z.infer<typeof adminReferral>;

export const listAdminReferrals = defineRoute({
  id: 'listAdminReferrals',
  owner: 'referrals',
  method: 'GET',
  path: '/api/admin/referrals',
  summary: 'All referrals; `q` searches both email addresses',
  access: 'admin',
  rate: 'read',
  query: listQuery('-createdAt', 'createdAt', 'eligibleDate', '-eligibleDate').extend({
    status: referralStatus.optional(),
  }),
  responses: { 200: z.array(adminReferral).max(maxPageRows) },
});
