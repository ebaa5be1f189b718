import { createCollections, type Migration } from '@inkbear/service-kit/migrations';

export const reviews: Migration = {
  id: '0001-reviews',
  up: async (connection) => {
    await createCollections(connection, ['reviews']);
    await connection.collection('reviews').createIndex({ state: 1, createdAt: -1 });
  },
};
