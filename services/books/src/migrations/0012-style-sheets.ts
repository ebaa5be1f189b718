import { createCollections, type Migration } from '@inkbear/service-kit/migrations';

/** Chapters that an earlier release has read are read again, for what they show of how the book is written. */
export const styleSheets: Migration = {
  id: '0012-style-sheets',
  up: async (connection) => {
    await createCollections(connection, ['style_sheets']);
    await connection.collection('style_sheets').createIndex({ userId: 1 });
    const now = new Date();
    await connection
      .collection('chapter_readings')
      .updateMany(
        { _id: { $gt: '' } as never, dueAt: null, conventions: null },
        { $set: { dueAt: now, changedAt: now } },
      );
  },
};
