import type { AdminUser } from '@inkbear/contracts/admin/users';

/** A row of the user list. */
export const userRow = (more: Partial<AdminUser> = {}): AdminUser => ({
  id: 'u1',
  email: 'ada@example.org',
  firstName: 'Ada',
  lastName: 'Marsh',
  plan: 'free',
  planEndDate: null,
  isActive: false,
  bookCount: 3,
  bookCountThisMonth: 1,
  monthlyBookLimit: 2,
  monthlyBookLimitOverridden: false,
  referralCredits: 4,
  openaiTokensUsed: 12_345,
  openaiCostThisMonth: 0.1234,
  openaiRequestsThisMonth: 9,
  lastOpenaiReset: null,
  deletedAt: null,
  createdAt: '2026-01-02T03:04:05.000Z',
  ...more,
});
