import type { Connection } from 'mongoose';
import { createHistory } from '@inkbear/manuscript-store/migrations/create-history';
import type { Migration } from '@inkbear/service-kit/migrations';

const collections = { heads: 'chapters', changes: 'chapter_changes', snapshots: 'chapter_snapshots' } as const;
/** Matches rows in the old format: no new row has this field. */
const oldFormat = { chapterId: { $exists: true } };
const chapterIndex = { chapterId: 1 } as const;

/**
 * Adds pending changes to chapter heads; the `_id` of a change row now has its revision, and its changeId is a field.
 * Every step is idempotent. A save that has read its chapter before is refused by the incremented version and retried.
 * Only data from before the first release is in the old format. Stop every process that uses such data first, because
 * it would treat the stored text as the current one.
 */
export const pendingChangesInHead: Migration = {
  id: '0002-changes-wait-in-the-head',
  up: async (connection) => {
    await addPendingFields(connection);
    for (const name of [collections.changes, collections.snapshots]) {
      await connection.collection(name).createIndex(chapterIndex);
      // This index is unique, but new rows lack its field and would collide.
      await dropIndex(connection, name, 'chapterId_1_rev_1');
    }
    await renameChanges(connection);
    await connection
      .collection(collections.snapshots)
      .updateMany(oldFormat, { $rename: { chapterId: 'itemId' } }, { hint: chapterIndex });
    for (const name of [collections.changes, collections.snapshots]) await dropIndex(connection, name, 'chapterId_1');
    await createHistory(connection, collections);
  },
};

async function addPendingFields(connection: Connection): Promise<void> {
  const reported = { sent: '$progress.sent', lastAt: '$progress.lastAt', words: [] };
  await connection
    .collection(collections.heads)
    .updateMany(
      { recent: { $exists: false } },
      [
        { $set: { recent: [], written: '$progress.pending', reported, version: { $add: ['$version', 1] } } },
        { $unset: 'progress' },
      ],
      { hint: { _id: 1 } },
    );
}

/** An `_id` cannot be changed, so the server copies each row (`$merge`) before the old ones are deleted. */
async function renameChanges(connection: Connection): Promise<void> {
  const changes = connection.collection(collections.changes);
  const _id = { $concat: ['$chapterId', ':', { $toString: '$rev' }] };
  const changeId = { $substrBytes: ['$_id', { $add: [{ $strLenBytes: '$chapterId' }, 1] }, -1] };
  await changes
    .aggregate(
      [
        { $match: oldFormat },
        { $set: { _id, changeId, itemId: '$chapterId' } },
        { $unset: 'chapterId' },
        { $merge: { into: collections.changes, whenMatched: 'replace' } },
      ],
      { hint: chapterIndex },
    )
    .toArray();
  await changes.deleteMany(oldFormat, { hint: chapterIndex });
}

async function dropIndex(connection: Connection, collection: string, index: string): Promise<void> {
  const existing = await connection.collection(collection).indexes();
  if (existing.some(({ name }) => name === index)) await connection.collection(collection).dropIndex(index);
}
