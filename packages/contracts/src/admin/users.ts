import { z } from 'zod';
import { id, idParams, isoTime } from '../fields.ts';
import { listQuery, maxPageRows } from '../list-query.ts';
import { planName } from '../plans.ts';
import { defineRoute } from '../route.ts';

export const adminUser = z.object({
  id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  plan: planName,
  planEndDate: isoTime.nullable(),
  /**
   * Whether the plan's end is in the future, by business time. The server computes it, because the browser's clock may
   * differ.
   */
  isActive: z.boolean(),
  /**
   * Books that are not in the trash, and books created in this calendar month, whether or not they were deleted since.
   */
  bookCount: z.int(),
  bookCountThisMonth: z.int(),
  /** The effective number of books in the plan's period; null = unlimited. */
  monthlyBookLimit: z.int().nullable(),
  monthlyBookLimitOverridden: z.boolean(),
  referralCredits: z.int(),
  openaiTokensUsed: z.int(),
  /** US dollars, 4 decimals. */ openaiCostThisMonth: z.number(),
  openaiRequestsThisMonth: z.int(),
  lastOpenaiReset: isoTime.nullable(),
  /** When the account was closed; it can be restored within 30 days. */
  deletedAt: isoTime.nullable(),
  createdAt: isoTime,
});
export type AdminUser = z.infer<typeof adminUser>;

export const adminPayment = z.object({
  paymentId: z.string(),
  subscriptionId: z.string().nullable(),
  plan: planName,
  /** Minor units. */ amount: z.int(),
  refunded: z.int(),
  currency: z.string(),
  paidAt: isoTime,
});
export const adminUserDetails = adminUser.extend({
  source: z.enum(['none', 'paid', 'granted']),
  periodStart: isoTime.nullable(),
  periodEnd: isoTime.nullable(),
  storyCount: z.int(),
  referrals: z.object({ pending: z.int(), processed: z.int(), cancelled: z.int() }),
  /** The newest 20. */
  payments: z.array(adminPayment).max(20),
});
export type AdminUserDetails = z.infer<typeof adminUserDetails>;

export const listAdminUsers = defineRoute({
  id: 'listAdminUsers',
  owner: 'admin',
  method: 'GET',
  path: '/api/admin/users',
  summary: 'All accounts; `q` searches name and email address',
  access: 'admin',
  rate: 'read',
  query: listQuery(
    '-createdAt',
    'createdAt',
    'email',
    '-email',
    'lastName',
    '-lastName',
    '-bookCount',
    'bookCount',
    '-openaiCostThisMonth',
    '-openaiTokensUsed',
    '-referralCredits',
    'planEndDate',
    '-planEndDate',
  ).extend({ plan: planName.optional(), state: z.enum(['active', 'inactive']).optional() }),
  responses: { 200: z.array(adminUser).max(maxPageRows) },
});

export const getAdminUser = defineRoute({
  id: 'getAdminUser',
  owner: 'admin',
  method: 'GET',
  path: '/api/admin/user/:id/details',
  summary: 'One account with its plan, payments and referrals',
  access: 'admin',
  rate: 'read',
  params: idParams,
  responses: { 200: adminUserDetails },
  errors: ['auth.user_not_found'],
});
