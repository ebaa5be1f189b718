import { z } from 'zod';
import { defineRoute } from '../route.ts';

/** Days and months are UTC; `month` is `YYYY-MM`. */
export const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);

/**
 * The twelve figures of the overview. Money that came in less what went back, in pounds; AI cost in US dollars, 4
 * decimals. Credits count on both sides of a referral: one for whoever brought, one for whoever came.
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

/** Totals stand as they were at the end of the month, the present one as it is now. */
export const analyticsMonth = analytics.extend({ month });
export type AnalyticsMonth = z.infer<typeof analyticsMonth>;

export const getAnalytics = defineRoute({
  id: 'getAnalytics',
  owner: 'admin',
  method: 'GET',
  path: '/api/admin/analytics',
  summary: 'The twelve figures of now',
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
