import { createCollections, type Migration } from '@inkbear/service-kit/migrations';

/** Adds the summaries of chapters that a provider wrote: one row for each chapter, indexed by book and by user. */
export const providerSummaries: Migration = {
  id: '0010-provider-summaries',
  up: async (connection) => {
    await createCollections(connection, ['provider_summaries']);
    const rows = connection.collection('provider_summaries');
    await Promise.all([rows.createIndex({ bookId: 1 }), rows.createIndex({ userId: 1 })]);
  },
};
