import { createCollections, type Migration } from '@inkbear/service-kit/migrations';

export const plans: Migration = {
  id: '0001-plans',
  up: async (connection) => {
    await createCollections(connection, [
      'plan_accounts',
      'provider_events',
      'sandbox_objects',
      'sandbox_events',
      'sandbox_clock',
    ]);
    await connection.collection('plan_accounts').createIndex({ nextChangeAt: 1 });
    await connection.collection('sandbox_objects').createIndex({ clientSecret: 1 }, { unique: true });
    await connection
      .collection('sandbox_objects')
      .createIndex(
        { userId: 1, openKind: 1 },
        { unique: true, partialFilterExpression: { openKind: { $exists: true } } },
      );
    await connection.collection('sandbox_objects').createIndex({ kind: 1, status: 1, periodEnd: 1 });
    await connection.collection('sandbox_events').createIndex({ deliveredAt: 1, _id: 1 });
  },
};
