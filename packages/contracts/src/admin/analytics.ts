import { z } from 'zod';
import { defineRoute } from '../route.ts';

/** Days and months are UTC; `month` is `YYYY-MM`. */
export const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);

/**
 * The twelve figures of the overview. `monthlyRevenue` is payments minus refunds, in pounds; AI cost is in US dollars
 * with 4 decimals. A processed referral counts two credits: one for the referrer, one for the referred user.
 */
export const analytics = z.object({
  totalUsers: z.int(),
  newUsersThisMonth: z.int(),
  activeProPlans: z.int(),
  monthlyRevenue: z.number(),
  totalBooks: z.int(),
  booksThisMonth: z.int(),
  totalCostThisMonth: z.number(),
  totalTokensUsed: z.int(),
  totalRequestsThisMonth: z.int(),
  totalReferrals: z.int(),
  pendingCredits: z.int(),
  creditsPaid: z.int(),
});
export type Analytics = z.infer<typeof analytics>;

/** Totals as of the end of the month; for the current month as of now. */
export const analyticsMonth = analytics.extend({ month });
export type AnalyticsMonth = z.infer<typeof analyticsMonth>;

export const getAnalytics = defineRoute({
  id: 'getAnalytics',
  owner: 'admin',
  method: 'GET',
  path: '/api/admin/analytics',
  summary: 'The twelve current figures',
  access: 'admin',
  rate: 'read',
  responses: { 200: analytics },
});

export const getAnalyticsHistory = defineRoute({
  id: 'getAnalyticsHistory',
  owner: 'admin',
  method: 'GET',
  path: '/api/admin/analytics/history',
  summary: 'The twelve figures of the last twelve months, oldest first',
  access: 'admin',
  rate: 'read',
  responses: { 200: z.array(analyticsMonth).max(12) },
});
