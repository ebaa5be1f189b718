import { renameHeadFields } from '@inkbear/manuscript-store/migrations/rename-head-fields';
import type { Migration } from '@inkbear/service-kit/migrations';
import { storyKind, storyRenames } from '../stories/story.ts';

/** Renames the times of the next compaction and publication by copying them: see `storyRenames`. */
export const renameFields: Migration = {
  id: '0005-plain-names',
  up: async (connection) => {
    const { heads } = storyKind.collections;
    await connection
      .collection(heads)
      .createIndex({ publishAt: 1 }, { partialFilterExpression: { publishAt: { $gt: new Date(0) } } });
    await renameHeadFields(connection, heads, storyRenames);
  },
};
