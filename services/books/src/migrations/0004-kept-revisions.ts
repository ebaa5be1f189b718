import { createHistory } from '@inkbear/manuscript-store/create-history';
import type { Migration } from '@inkbear/service-kit/migrations';

/** The index that passes over folded revisions; whatever was there before stays. */
export const keptRevisions: Migration = {
  id: '0004-kept-revisions',
  up: (connection) =>
    createHistory(connection, { heads: 'chapters', changes: 'chapter_changes', snapshots: 'chapter_snapshots' }),
};
