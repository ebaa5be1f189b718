import type { Connection } from 'mongoose';
import { createCollections } from '@inkbear/service-kit/migrations';

/** For a migration: the collections of a kind's history with their indexes, and the indexes that its heads need. May run again. */
export async function createHistory(
  connection: Connection,
  { heads, changes, snapshots }: { readonly heads: string; readonly changes: string; readonly snapshots: string },
): Promise<void> {
  await createCollections(connection, [heads, changes, snapshots]);
  await connection.collection(changes).createIndex({ itemId: 1, rev: 1 }, { unique: true });
  await connection.collection(changes).createIndex({ itemId: 1, changeId: 1 });
  await connection.collection(changes).createIndex({ itemId: 1, folded: 1, rev: 1 });
  await connection.collection(snapshots).createIndex({ itemId: 1 });
  await connection.collection(snapshots).createIndex({ itemId: 1, rev: -1 });
  // Only deleted revisions are in here; a query must name the same bound.
  await connection
    .collection(changes)
    .createIndex({ deletedAt: 1 }, { partialFilterExpression: { deletedAt: { $gt: new Date(0) } } });
  // Only heads with a history to fold are in here; a query must name the same bound.
  await connection
    .collection(heads)
    .createIndex({ thinAt: 1 }, { partialFilterExpression: { thinAt: { $gt: new Date(0) } } });
}
