import type { Migration } from '@inkbear/service-kit/migrations';

/**
 * Pending referrals are evaluated once at the end of their waiting period, not every minute. Rows that the previous
 * release writes during a rolling update have no `dueAt`; their payment's event evaluates them.
 */
export const dueOnce: Migration = {
  id: '0003-due-once',
  up: async (connection) => {
    const referrals = connection.collection('referrals');
    await referrals.updateMany(
      { status: 'pending', dueAt: { $exists: false } },
      [{ $set: { dueAt: '$eligibleDate' } }],
      { hint: { status: 1, _id: 1 } },
    );
    // Contains only referrals that are still to be evaluated. Queries must repeat the bound to use the index.
    await referrals.createIndex({ dueAt: 1 }, { partialFilterExpression: { dueAt: { $gt: new Date(0) } } });
  },
};
