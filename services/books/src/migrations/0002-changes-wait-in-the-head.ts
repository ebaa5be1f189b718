import type { Connection } from 'mongoose';
import { createHistory } from '@inkbear/manuscript-store/create-history';
import type { Migration } from '@inkbear/service-kit/migrations';

const collections = { heads: 'chapters', changes: 'chapter_changes', snapshots: 'chapter_snapshots' } as const;
/** What no row of the new form has. */
const isOld = { chapterId: { $exists: true } };
const byChapter = { chapterId: 1 } as const;

/**
 * Chapters get room for changes that wait; a change's row is named after its revision and keeps its changeId in a field.
 * Every step can run again. A save that read its chapter before is refused by the raised version and reads it anew. Whoever runs an older
 * checkout on the same data must stop it first: it would take the stored text for the head. The first release begins with this form.
 */
export const changesWaitInTheHead: Migration = {
  id: '0002-changes-wait-in-the-head',
  up: async (connection) => {
    await giveRoom(connection);
    for (const name of [collections.changes, collections.snapshots]) {
      await connection.collection(name).createIndex(byChapter);
      // Unique, and rows of the new form are all alike to it.
      await dropIndex(connection, name, 'chapterId_1_rev_1');
    }
    await renameChanges(connection);
    await connection
      .collection(collections.snapshots)
      .updateMany(isOld, { $rename: { chapterId: 'itemId' } }, { hint: byChapter });
    for (const name of [collections.changes, collections.snapshots]) await dropIndex(connection, name, 'chapterId_1');
    await createHistory(connection, collections);
  },
};

async function giveRoom(connection: Connection): Promise<void> {
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

/** An id cannot be changed, so the server itself writes each row anew before the old ones go. */
async function renameChanges(connection: Connection): Promise<void> {
  const changes = connection.collection(collections.changes);
  const _id = { $concat: ['$chapterId', ':', { $toString: '$rev' }] };
  const changeId = { $substrBytes: ['$_id', { $add: [{ $strLenBytes: '$chapterId' }, 1] }, -1] };
  await changes
    .aggregate(
      [
        { $match: isOld },
        { $set: { _id, changeId, itemId: '$chapterId' } },
        { $unset: 'chapterId' },
        { $merge: { into: collections.changes, whenMatched: 'replace' } },
      ],
      { hint: byChapter },
    )
    .toArray();
  await changes.deleteMany(isOld, { hint: byChapter });
}

async function dropIndex(connection: Connection, collection: string, index: string): Promise<void> {
  const existing = await connection.collection(collection).indexes();
  if (existing.some(({ name }) => name === index)) await connection.collection(collection).dropIndex(index);
}
