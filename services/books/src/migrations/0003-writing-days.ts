import { createCollections, type Migration } from '@inkbear/service-kit/migrations';

/** Days that were reported before are only stored in auth; the counts per book start here. */
export const writingDays: Migration = {
  id: '0003-writing-days',
  up: async (connection) => {
    await createCollections(connection, ['writing_days']);
    const days = connection.collection('writing_days');
    await days.createIndex({ bookId: 1, localDate: -1 });
    await days.createIndex({ userId: 1 });
  },
};
