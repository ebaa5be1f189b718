import type { Migration } from '@inkbear/service-kit/migrations';

/** Adds an index for subscriptions whose renewal failed, by the end of the paid period. */
export const overdue: Migration = {
  id: '0005-overdue',
  up: async (connection) => {
    await connection
      .collection('plan_accounts')
      .createIndex(
        { 'paidMonthly.status': 1, 'paidMonthly.periodEnd': 1 },
        { partialFilterExpression: { 'paidMonthly.status': 'past_due' } },
      );
  },
};
