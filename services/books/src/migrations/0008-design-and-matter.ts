import { createCollections, type Migration } from '@inkbear/service-kit/migrations';

export const designAndMatter: Migration = {
  id: '0008-design-and-matter',
  up: async (connection) => {
    await createCollections(connection, ['designs', 'matter_revisions']);
    await connection.collection('designs').createIndex({ userId: 1 });
    const matter = connection.collection('matter_revisions');
    // Covers the list of revisions, so that it never reads the texts.
    await matter.createIndex(
      { bookId: 1, rev: -1, at: 1, pieceCount: 1, wordCount: 1, storedBytes: 1 },
      { name: 'revisions' },
    );
    await matter.createIndex({ userId: 1 });
  },
};
