import type { Migration } from '@inkbear/service-kit/migrations';

/**
 * Earlier releases stored only the last removal of a user. Only this release can rebuild the rows, so the request uses
 * a field that the previous release, which may still be running, does not read.
 */
export const recomputeRemovals: Migration = {
  id: '0004-first-leavings',
  up: async (connection) => {
    await connection.collection('users').createIndex({ 'removed.stage': 1, 'removed.at': 1 });
    if ((await connection.collection('users').estimatedDocumentCount()) === 0) return;
    await connection
      .collection<{ _id: string }>('rebuilds')
      .updateOne(
        { _id: 'latest' },
        { $set: { isOutdated: true }, $setOnInsert: { requestedAt: null } },
        { upsert: true },
      );
  },
};
