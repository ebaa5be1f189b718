import { createCollections, type Migration } from '@inkbear/service-kit/migrations';

export const books: Migration = {
  id: '0001-books',
  up: async (connection) => {
    await createCollections(connection, [
      'books',
      'chapters',
      'chapter_changes',
      'chapter_snapshots',
      'trash',
      'allowances',
      'credit_ledger',
    ]);
    await connection.collection('books').createIndex({ userId: 1, state: 1 });
    const chapters = connection.collection('chapters');
    await chapters.createIndex({ bookId: 1, state: 1, chapterNumber: 1 });
    // Covers the query for a book's totals, so that it never reads the texts.
    await chapters.createIndex(
      { userId: 1, state: 1, bookId: 1, wordCount: 1, isComplete: 1, updatedAt: 1 },
      { name: 'totals' },
    );
    // Partial indexes of chapters that are due for a job at some time; a query must repeat the bound.
    await chapters.createIndex(
      { progressDueAt: 1 },
      { partialFilterExpression: { progressDueAt: { $gt: new Date(0) } } },
    );
    await chapters.createIndex({ thinAt: 1 }, { partialFilterExpression: { thinAt: { $gt: new Date(0) } } });
    await connection.collection('chapter_changes').createIndex({ chapterId: 1, rev: 1 }, { unique: true });
    await connection.collection('chapter_snapshots').createIndex({ chapterId: 1, rev: 1 }, { unique: true });
    const trash = connection.collection('trash');
    await trash.createIndex({ userId: 1, deletedAt: -1 });
    await trash.createIndex({ purgeAt: 1 });
    await trash.createIndex({ bookId: 1 });
    await trash.createIndex({ itemId: 1 }, { unique: true });
    await connection.collection('credit_ledger').createIndex({ userId: 1 });
  },
};
