import { createSnapshot, getRevision, listRevisions, restoreRevision } from '@inkbear/contracts/books/chapter';
import { createStorySnapshot, getStoryRevision, listStoryRevisions, restoreStoryRevision } from '@inkbear/contracts/stories/story';

/** Where the history of a text is, by what it is. */
export const revisionRoutes = {
  chapter: { list: listRevisions, one: getRevision, restore: restoreRevision, keep: createSnapshot },
  story: { list: listStoryRevisions, one: getStoryRevision, restore: restoreStoryRevision, keep: createStorySnapshot },
} as const;
