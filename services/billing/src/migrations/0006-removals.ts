import type { Migration } from '@inkbear/service-kit/migrations';

/** Adds an index for subscriptions that must be stopped for removed users or resumed for restored ones. */
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
