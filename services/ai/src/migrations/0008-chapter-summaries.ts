import { createCollections, type Migration } from '@inkbear/service-kit/migrations';

/** Adds the authors' summaries of chapters: one row for each chapter, indexed by book and by user. */
export const chapterSummaries: Migration = {
  id: '0008-chapter-summaries',
  up: async (connection) => {
    await createCollections(connection, ['chapter_summaries']);
    const rows = connection.collection('chapter_summaries');
    await Promise.all([rows.createIndex({ bookId: 1 }), rows.createIndex({ userId: 1 })]);
  },
};
