import type { Migration } from '@inkbear/service-kit/migrations';

/**
 * Adds `dueAt`, so that the job evaluates pending referrals once at the end of their waiting period, not every minute.
 * Rows that the previous release writes during a rolling update have no `dueAt`; the events of their payments evaluate
 * them.
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
    // The index contains only referrals that the job has not evaluated yet. Queries must repeat its bound to use it.
    await referrals.createIndex({ dueAt: 1 }, { partialFilterExpression: { dueAt: { $gt: new Date(0) } } });
  },
};
