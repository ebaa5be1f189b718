import { createCollections, type Migration } from '@inkbear/service-kit/migrations';

export const findings: Migration = {
  id: '0009-findings',
  up: async (connection) => {
    await createCollections(connection, ['story_findings']);
    const rows = connection.collection('story_findings');
    await rows.createIndex({ bookId: 1, group: 1 });
    await rows.createIndex({ userId: 1 });
  },
};
