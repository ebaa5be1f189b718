import { countStoredBytes } from '@inkbear/manuscript-store/migrations/count-stored-bytes';
import { createHistory } from '@inkbear/manuscript-store/migrations/create-history';
import { createCollections, type Migration } from '@inkbear/service-kit/migrations';
import { storyKind } from '../stories/story.ts';

/**
 * Adds byte counters to stories. The previous release does not count the bytes of its saves; its processes are stopped
 * during the rollout.
 */
export const storedBytes: Migration = {
  id: '0003-stored-bytes',
  up: async (connection) => {
    await createCollections(connection, ['quotas']);
    await createHistory(connection, storyKind.collections);
    await countStoredBytes(connection, storyKind);
    const stories = connection.collection('stories');
    // Covers the sums of stored bytes, so that they never read the texts.
    await stories.createIndex(
      { userId: 1, state: 1, storedBytes: 1, deletedBytes: 1, fieldBytes: 1 },
      { name: 'storage' },
    );
    // For the pages that the export service reads.
    await stories.createIndex({ userId: 1, state: 1, _id: 1 });
  },
};
