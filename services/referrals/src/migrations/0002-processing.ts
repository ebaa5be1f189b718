import { createCollections, type Migration } from '@inkbear/service-kit/migrations';

/** Adds subscriptions and payments, and the fields of referrals and referrers that rows of the first release lack. */
export const processing: Migration = {
  id: '0002-processing',
  up: async (connection) => {
    await createCollections(connection, ['subscriptions', 'payments']);
    await connection.collection('subscriptions').createIndex({ userId: 1 });
    await connection.collection('payments').createIndex({ userId: 1 });
    await connection.collection('payments').createIndex({ fingerprint: 1, userId: 1 });
    const referrals = connection.collection('referrals');
    await referrals.createIndexes([
      { key: { status: 1, _id: 1 } },
      { key: { createdAt: 1, _id: 1 } },
      { key: { eligibleDate: 1, _id: 1 } },
    ]);
    await referrals.updateMany(
      { _id: { $gt: '' as never }, cancelReason: { $exists: false } },
      { $set: { cancelReason: null, cancelledAt: null, referrerEmail: null, referredEmail: null } },
    );
    await connection
      .collection('referrers')
      .updateMany({ _id: { $gt: '' as never }, email: { $exists: false } }, { $set: { email: '' } });
  },
};
