import type { Migration } from '@inkbear/service-kit/migrations';

/** Index for subscriptions to stop for removed users, or to resume for restored ones. */
export const removals: Migration = {
  id: '0006-removals',
  up: async (connection) => {
    await connection
      .collection('plan_accounts')
      .createIndex(
        { 'removal.stage': 1, 'paidMonthly.cancelAtPeriodEnd': 1 },
        { partialFilterExpression: { 'removal.stage': { $exists: true } } },
      );
  },
};
