import { createCollections, type Migration } from '@inkbear/service-kit/migrations';

export const referrals: Migration = {
  id: '0001-referrals',
  up: async (connection) => {
    await createCollections(connection, ['referrals', 'referrers']);
    await connection.collection('referrals').createIndex({ referrerId: 1, createdAt: -1 });
    await connection.collection('referrers').createIndex({ referralCode: 1 }, { unique: true });
  },
};
