import { createCollections, type Migration } from '@inkbear/service-kit/migrations';

export const quota: Migration = {
  id: '0001-quota',
  up: async (connection) => {
    await createCollections(connection, ['usage', 'reservations', 'results']);
    await connection.collection('usage').createIndex({ expireAt: 1 }, { expireAfterSeconds: 0 });
    await connection.collection('reservations').createIndex({ state: 1, createdAt: 1 });
    await connection.collection('results').createIndex({ userId: 1, createdAt: -1 });
    await connection.collection('results').createIndex({ chapterId: 1, userId: 1, createdAt: -1 });
    await connection.collection('results').createIndex({ bookId: 1, userId: 1, createdAt: -1 });
    await connection.collection('results').createIndex({ expireAt: 1 }, { expireAfterSeconds: 0 });
  },
};
