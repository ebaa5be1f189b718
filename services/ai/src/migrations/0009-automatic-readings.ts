import { createCollections, type Migration } from '@inkbear/service-kit/migrations';

/** Adds the changed chapters that AI will read: one row for each chapter, indexed by due time, by book and by user. */
export const automaticReadings: Migration = {
  id: '0009-automatic-readings',
  up: async (connection) => {
    await createCollections(connection, ['automatic_readings']);
    const rows = connection.collection('automatic_readings');
    await Promise.all([
      rows.createIndex({ dueAt: 1 }),
      rows.createIndex({ bookId: 1 }),
      rows.createIndex({ userId: 1 }),
    ]);
  },
};
