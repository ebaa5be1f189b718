import { countStoredBytes } from '@inkbear/manuscript-store/count-stored-bytes';
import { createHistory } from '@inkbear/manuscript-store/create-history';
import { createCollections, type Migration } from '@inkbear/service-kit/migrations';
import { storyKind } from '../stories/story.ts';

/** Stories know what they take. Saves of the release before do not count theirs; that release ends within the roll. */
export const storedBytes: Migration = {
  id: '0003-stored-bytes',
  up: async (connection) => {
    await createCollections(connection, ['quotas']);
    await createHistory(connection, storyKind.collections);
    await countStoredBytes(connection, storyKind);
    const stories = connection.collection('stories');
    // Holds all that measuring needs, so that the texts are never touched.
    await stories.createIndex(
      { userId: 1, state: 1, storedBytes: 1, deletedBytes: 1, fieldBytes: 1 },
      { name: 'storage' },
    );
    // Pages of the export.
    await stories.createIndex({ userId: 1, state: 1, _id: 1 });
  },
};
