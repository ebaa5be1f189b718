import { createCollections, type Migration } from '@inkbear/service-kit/migrations';

export const stories: Migration = {
  id: '0001-stories',
  up: async (connection) => {
    await createCollections(connection, ['stories']);
    await connection.collection('stories').createIndex({ userId: 1, deletedAt: 1, updatedAt: -1 });
  },
};
