import type { Migration } from '@inkbear/service-kit/migrations';

/** Results know their length, and are paged by time and id. The indexes of the release before stay for it. */
export const resultBytes: Migration = {
  id: '0003-result-bytes',
  up: async (connection) => {
    const results = connection.collection('results');
    await results.updateMany({ bytes: { $exists: false } }, [{ $set: { bytes: { $strLenBytes: '$text' } } }], {
      hint: { _id: 1 },
    });
    // Holds all that measuring needs, so that the texts are never touched.
    await results.createIndex({ userId: 1, createdAt: -1, _id: -1, bytes: 1 }, { name: 'by_user' });
    for (const place of ['chapterId', 'bookId', 'storyId'] as const) {
      await results.createIndex({ [place]: 1, userId: 1, createdAt: -1, _id: -1 });
    }
  },
};
