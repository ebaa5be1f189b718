import { createCollections, type Migration } from '@inkbear/service-kit/migrations';

export const editions: Migration = {
  id: '0001-editions',
  up: async (connection) => {
    await createCollections(connection, [
      'editions',
      'covers',
      'files.files',
      'files.chunks',
      'unreferenced_files',
      'quotas',
    ]);
    const rows = connection.collection('editions');
    await rows.createIndex({ bookId: 1, userId: 1, createdAt: -1 });
    await rows.createIndex({ userId: 1, lastStartedAt: 1 });
    await rows.createIndex({ pinned: 1, createdAt: 1 });
    await rows.createIndex({ isBusy: 1 }, { partialFilterExpression: { isBusy: true } });
    await connection.collection('covers').createIndex({ userId: 1 });
    // The two indexes that GridFS would create with the first file.
    await connection.collection('files.files').createIndex({ filename: 1, uploadDate: 1 });
    await connection.collection('files.chunks').createIndex({ files_id: 1, n: 1 }, { unique: true });
    await connection.collection('files.files').createIndex({ 'metadata.userId': 1, length: 1 }, { name: 'storage' });
    await connection.collection('unreferenced_files').createIndex({ dueAt: 1 });
    await connection.collection('unreferenced_files').createIndex({ userId: 1 });
  },
};
