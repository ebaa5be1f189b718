import type { Migration } from '@inkbear/service-kit/migrations';

/** Lets the totals of a referrer be counted from an index alone, without reading the referrals. */
export const totals: Migration = {
  id: '0004-totals',
  up: async (connection) => {
    await connection.collection('referrals').createIndex({ referrerId: 1, status: 1, creditsAwarded: 1 });
  },
};
