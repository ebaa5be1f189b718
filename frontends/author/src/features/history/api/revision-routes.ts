import {
  createSnapshot,
  deleteRevisions,
  getRevision,
  listRevisions,
  restoreRevision,
  undeleteRevisions,
} from '@inkbear/contracts/books/revision';
import {
  createStorySnapshot,
  deleteStoryRevisions,
  getStoryRevision,
  listStoryRevisions,
  restoreStoryRevision,
  undeleteStoryRevisions,
} from '@inkbear/contracts/stories/story';

/** The history routes of each kind of manuscript. */
export const revisionRoutes = {
  chapter: {
    list: listRevisions,
    one: getRevision,
    restore: restoreRevision,
    keep: createSnapshot,
    delete: deleteRevisions,
    undelete: undeleteRevisions,
  },
  story: {
    list: listStoryRevisions,
    one: getStoryRevision,
    restore: restoreStoryRevision,
    keep: createStorySnapshot,
    delete: deleteStoryRevisions,
    undelete: undeleteStoryRevisions,
  },
} as const;
