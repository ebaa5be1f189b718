import { createCollections, type Migration } from '@inkbear/service-kit/migrations';

/** After this time, no process of the earlier release is left. */
const rolloutMs = 3_600_000;

/** Schedules another extraction from chapters of earlier releases, which did not count conventions. */
export const styleSheets: Migration = {
  id: '0012-style-sheets',
  up: async (connection) => {
    await createCollections(connection, ['style_sheets']);
    await connection.collection('style_sheets').createIndex({ userId: 1 });
    const dueAt = new Date(Date.now() + rolloutMs);
    await connection
      .collection('chapter_readings')
      .updateMany({ _id: { $gt: '' } as never, dueAt: null, conventions: null }, { $set: { dueAt, changedAt: dueAt } });
  },
};
