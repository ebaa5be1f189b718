import type { Migration } from '@inkbear/service-kit/migrations';

/** Pending referrals are looked at once when their days have passed, not each minute. Rows that the release before writes during a roll have no `dueAt` and are decided on by their payment's event. */
export const dueOnce: Migration = {
  id: '0003-due-once',
  up: async (connection) => {
    const referrals = connection.collection('referrals');
    await referrals.updateMany(
      { status: 'pending', dueAt: { $exists: false } },
      [{ $set: { dueAt: '$eligibleDate' } }],
      { hint: { status: 1, _id: 1 } },
    );
    // Only referrals whose days have yet to pass are in here; a query must name the same bound.
    await referrals.createIndex({ dueAt: 1 }, { partialFilterExpression: { dueAt: { $gt: new Date(0) } } });
  },
};
