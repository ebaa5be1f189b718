import type { Migration } from '@inkbear/service-kit/migrations';

export const removals: Migration = {
  id: '0002-removals',
  up: async (connection) => {
    await connection.collection('reviews').createIndex({ userId: 1 });
    await connection.collection('reviews').createIndex({ state: 1, hiddenAt: 1, createdAt: -1 });
  },
};
