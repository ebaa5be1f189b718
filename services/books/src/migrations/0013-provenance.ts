import { createCollections, type Migration } from '@inkbear/service-kit/migrations';

const tables = ['chapter_provenance', 'book_provenance', 'ai_results', 'provenance_answers'];

export const provenance: Migration = {
  id: '0013-provenance',
  up: async (connection) => {
    await createCollections(connection, tables);
    const rows = (name: string) => connection.collection(name);
    for (const name of tables) await rows(name).createIndex({ userId: 1 });
    await rows('chapter_provenance').createIndex({ bookId: 1 });
    await rows('ai_results').createIndex({ bookId: 1, createdAt: -1 });
    await rows('book_provenance').createIndex(
      { forgetAt: 1 },
      { partialFilterExpression: { forgetAt: { $gt: new Date(0) } } },
    );
  },
};
