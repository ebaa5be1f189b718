import { createCollections, type Migration } from '@inkbear/service-kit/migrations';

/** Adds the authors' choices of what AI sees: one row for each book, indexed by user. */
export const contextChoices: Migration = {
  id: '0005-context-choices',
  up: async (connection) => {
    await createCollections(connection, ['context_choices']);
    await connection.collection('context_choices').createIndex({ userId: 1 });
  },
};
