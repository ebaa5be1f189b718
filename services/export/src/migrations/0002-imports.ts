import { createCollections, type Migration } from '@inkbear/service-kit/migrations';

export const imports: Migration = {
  id: '0002-imports',
  up: async (connection) => {
    await createCollections(connection, ['imports', 'upload_counts']);
    const rows = connection.collection('imports');
    await rows.createIndex({ userId: 1, createdAt: -1 });
    await rows.createIndex({ userId: 1, lastStartedAt: 1 });
    await rows.createIndex({ queue: 1 });
    await rows.createIndex({ expiresAt: 1 });
  },
};
