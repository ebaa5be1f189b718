import { createCollections, type Migration } from '@inkbear/service-kit/migrations';

/** Adds the token reservations of running calls, indexed by age and by user. */
export const tokenReservations: Migration = {
  id: '0004-token-reservations',
  up: async (connection) => {
    await createCollections(connection, ['token_reservations']);
    await connection.collection('token_reservations').createIndex({ createdAt: 1 });
    await connection.collection('token_reservations').createIndex({ userId: 1 });
  },
};
