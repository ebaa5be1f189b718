import { createCollections, type Migration } from '@inkbear/service-kit/migrations';

export const imports: Migration = {
  id: '0015-imports',
  up: async (connection) => {
    await createCollections(connection, ['imports']);
    const rows = connection.collection('imports');
    // Covers the sum of the reserved bytes.
    await rows.createIndex({ userId: 1, state: 1, reservedBytes: 1 }, { name: 'storage' });
    await rows.createIndex({ createdAt: 1 });
  },
};
