import type { Migration } from '@inkbear/service-kit/migrations';

/** Earlier releases kept the last moment of leaving alone. Only this release can make the rows again, so it is asked by a name that the one before, which still runs, does not know. */
export const firstLeavings: Migration = {
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
