import type { Migration } from '@inkbear/service-kit/migrations';

/** Finds the result of a repeated request. */
export const requestKeys: Migration = {
  id: '0007-request-keys',
  up: async (connection) => {
    await connection
      .collection('results')
      .createIndex({ userId: 1, requestKey: 1 }, { partialFilterExpression: { requestKey: { $gt: '' } } });
  },
};
