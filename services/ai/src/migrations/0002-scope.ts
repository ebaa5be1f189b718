import type { Migration } from '@inkbear/service-kit/migrations';

/** Adds indexes for results by story and for rows by user, and a TTL index that deletes closed reservations. */
export const scope: Migration = {
  id: '0002-scope',
  up: async (connection) => {
    await connection.collection('results').createIndex({ storyId: 1, userId: 1, createdAt: -1 });
    await connection.collection('usage').createIndex({ userId: 1 });
    const reservations = connection.collection('reservations');
    await reservations.createIndex({ userId: 1 });
    await reservations.updateMany({ state: { $in: ['settled', 'returned'] } }, { $set: { expireAt: new Date() } });
    await reservations.createIndex({ expireAt: 1 }, { expireAfterSeconds: 0 });
  },
};
