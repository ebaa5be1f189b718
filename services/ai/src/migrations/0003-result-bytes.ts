import type { Migration } from '@inkbear/service-kit/migrations';

/**
 * Adds `bytes` to results, and indexes for paging by time and id. Keeps the indexes that the previous release needs.
 */
export const resultBytes: Migration = {
  id: '0003-result-bytes',
  up: async (connection) => {
    const results = connection.collection('results');
    await results.updateMany({ bytes: { $exists: false } }, [{ $set: { bytes: { $strLenBytes: '$text' } } }], {
      hint: { _id: 1 },
    });
    // Covers the sum of bytes, so that it never reads the texts.
    await results.createIndex({ userId: 1, createdAt: -1, _id: -1, bytes: 1 }, { name: 'by_user' });
    for (const field of ['chapterId', 'bookId', 'storyId'] as const) {
      await results.createIndex({ [field]: 1, userId: 1, createdAt: -1, _id: -1 });
    }
  },
};
