import { countStoredBytes } from '@inkbear/manuscript-store/migrations/count-stored-bytes';
import { createHistory } from '@inkbear/manuscript-store/migrations/create-history';
import { createCollections, type Migration } from '@inkbear/service-kit/migrations';
import type { Connection } from 'mongoose';
import { bookBytes, type BookRow } from '../books/book.ts';
import { chapterKind } from '../chapters/chapter.ts';

/**
 * Adds byte counters to books and chapters. The previous release does not count the bytes of its saves; its processes
 * are stopped during the rollout.
 */
export const storedBytes: Migration = {
  id: '0005-stored-bytes',
  up: async (connection) => {
    await createCollections(connection, ['quotas']);
    await createHistory(connection, chapterKind.collections);
    await countBooks(connection);
    await countStoredBytes(connection, chapterKind);
    await connection
      .collection('books')
      .createIndex({ userId: 1, state: 1, storedBytes: 1, fieldBytes: 1 }, { name: 'storage' });
    // Covers the sums of stored bytes, so that they never read the texts.
    await connection
      .collection('chapters')
      .createIndex(
        { userId: 1, state: 1, bookId: 1, storedBytes: 1, deletedBytes: 1, fieldBytes: 1 },
        { name: 'storage' },
      );
  },
};

async function countBooks(connection: Connection): Promise<void> {
  const books = connection.collection<BookRow>('books');
  for await (const row of books.find({ storedBytes: { $exists: false } }, { hint: { _id: 1 } })) {
    await books.updateOne({ _id: row._id }, { $set: bookBytes(row) });
  }
}
