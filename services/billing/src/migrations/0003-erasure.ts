import type { Migration } from '@inkbear/service-kit/migrations';

/**
 * Registers erased users for service-kit's erasure, because earlier releases only marked their accounts. The erasure ends
 * their subscriptions and deletes the accounts.
 */
export const erasure: Migration = {
  id: '0003-erasure',
  up: async (connection) => {
    await connection.collection('sandbox_objects').createIndex({ userId: 1 });
    await connection
      .collection('sandbox_objects')
      .createIndex(
        { userId: 1, beganBy: 1 },
        { unique: true, partialFilterExpression: { beganBy: { $exists: true } } },
      );
    await connection.collection('sandbox_events').createIndex({ objectId: 1 });
    await connection
      .collection('outbox')
      .createIndex({ 'data.userId': 1 }, { partialFilterExpression: { type: 'billing.payment.succeeded.v1' } });
    const accounts = connection.collection<{ _id: string; cancellationWanted?: true }>('plan_accounts');
    const removals = connection.collection<{ _id: string }>('user_removals');
    for await (const { _id } of accounts.find({ cancellationWanted: true }, { projection: { _id: 1 } })) {
      await removals.updateOne(
        { _id },
        { $setOnInsert: { stage: 'erased', seq: 0, erasureBeganAt: new Date(), erasedAt: null } },
        { upsert: true },
      );
    }
    if ((await accounts.indexes()).some(({ name }) => name === 'cancellationWanted_1_paidMonthly.status_1'))
      await accounts.dropIndex('cancellationWanted_1_paidMonthly.status_1');
  },
};
