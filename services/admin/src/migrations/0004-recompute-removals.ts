import type { Migration } from '@inkbear/service-kit/migrations';

/**
 * Requests a rebuild, because earlier releases stored only the last removal of a user. The previous release may still be
 * running and cannot rebuild these rows, so the request is stored in a field that it does not read.
 */
export const recomputeRemovals: Migration = {
  // Applied migrations are stored by id, so the id keeps its first name.
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
