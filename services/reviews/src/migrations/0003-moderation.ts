import { createCollections, type Migration } from '@inkbear/service-kit/migrations';

/** A unique open review per user and book title. Earlier releases stored no reviews, so there is nothing to convert. */
export const moderation: Migration = {
  id: '0003-moderation',
  up: async (connection) => {
    await createCollections(connection, ['reviewers']);
    const reviews = connection.collection('reviews');
    await reviews.createIndex(
      { openKey: 1 },
      { unique: true, partialFilterExpression: { openKey: { $exists: true } } },
    );
    await reviews.createIndexes([{ key: { createdAt: 1, _id: 1 } }, { key: { rating: 1, _id: 1 } }]);
  },
};
