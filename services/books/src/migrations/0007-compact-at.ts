import { renameHeadFields } from '@inkbear/manuscript-store/migrations/rename-head-fields';
import type { Migration } from '@inkbear/service-kit/migrations';
import { chapterKind } from '../chapters/chapter.ts';

/** Copies the time of the next compaction to its new name: see `headRenames`. */
export const compactAt: Migration = {
  id: '0007-compact-at',
  up: (connection) => renameHeadFields(connection, chapterKind.collections.heads),
};
