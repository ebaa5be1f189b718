import { createHistory } from '@inkbear/manuscript-store/migrations/create-history';
import type { Migration } from '@inkbear/service-kit/migrations';

/** Adds the index that leaves out compacted revisions; existing indexes stay. */
export const uncompactedRevisionsIndex: Migration = {
  id: '0004-kept-revisions',
  up: (connection) =>
    createHistory(connection, { heads: 'chapters', changes: 'chapter_changes', snapshots: 'chapter_snapshots' }),
};
