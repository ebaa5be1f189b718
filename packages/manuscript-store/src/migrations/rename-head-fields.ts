import { copyRenamed } from '@inkbear/service-kit/mongo-renames';
import type { Connection } from 'mongoose';
import { headRenames } from '../manuscript.ts';

/** For a migration: copies the fields of a kind's heads that are being renamed, and creates their indexes. Idempotent. */
export async function renameHeadFields(
  connection: Connection,
  heads: string,
  renames: typeof headRenames = headRenames,
): Promise<void> {
  await connection
    .collection(heads)
    .createIndex({ compactAt: 1 }, { partialFilterExpression: { compactAt: { $gt: new Date(0) } } });
  await copyRenamed(connection, heads, renames);
}
