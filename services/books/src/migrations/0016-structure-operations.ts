import { createCollections, type Migration } from '@inkbear/service-kit/migrations';

export const structureOperations: Migration = {
  id: '0016-structure-operations',
  up: async (connection) => {
    await createCollections(connection, ['structure_operations']);
    const rows = connection.collection('structure_operations');
    await rows.createIndex({ expireAt: 1 }, { expireAfterSeconds: 0 });
    await rows.createIndex({ bookId: 1 });
    await rows.createIndex({ userId: 1, requestKey: 1 });
  },
};
