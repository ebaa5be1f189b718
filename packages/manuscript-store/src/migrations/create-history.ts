import type { Connection } from 'mongoose';
import { createCollections } from '@inkbear/service-kit/migrations';

/** For a migration: creates a kind's collections and the indexes of its heads and history. Idempotent. */
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
  // A partial index of deleted revisions; a query must repeat the bound.
  await connection
    .collection(changes)
    .createIndex({ deletedAt: 1 }, { partialFilterExpression: { deletedAt: { $gt: new Date(0) } } });
  // A partial index of heads that are due for compaction at some time; a query must repeat the bound.
  await connection
    .collection(heads)
    .createIndex({ thinAt: 1 }, { partialFilterExpression: { thinAt: { $gt: new Date(0) } } });
}
