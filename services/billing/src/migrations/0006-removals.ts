import type { Migration } from '@inkbear/service-kit/migrations';

/** Finds what is to be stopped for removed users, and taken back for those who came back. */
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
