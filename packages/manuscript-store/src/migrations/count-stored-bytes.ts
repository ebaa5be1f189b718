import type { Connection, mongo } from 'mongoose';
import { quotaBytes } from '../change.ts';
import { HistoryRepository } from '../history.repository.ts';
import {
  fieldBytesOf,
  readStoredHead,
  type ManuscriptHead,
  type ManuscriptKind,
  type StoredHead,
} from '../manuscript.ts';

type Counters = Pick<ManuscriptHead, 'storedBytes' | 'deletedBytes' | 'fieldBytes'>;
/** A row before the migration: the counters may be missing. */
type Row = StoredHead<Omit<ManuscriptHead, keyof Counters> & Partial<Counters>> & { _id: string };

/** The collection is read in pages, because one cursor over all of it might time out. */
const defaultPageSize = 500;

/** For a migration: counts the bytes of manuscripts that have no counters yet. Idempotent. */
export async function countStoredBytes<R extends ManuscriptHead>(
  connection: Connection,
  manuscriptKind: ManuscriptKind<R>,
): Promise<void> {
  await countAll(connection, manuscriptKind, { fieldBytes: { $exists: false } }, defaultPageSize);
}

/** For a migration: recounts the bytes of all manuscripts and corrects wrong counters. Idempotent. */
export async function recountStoredBytes<R extends ManuscriptHead>(
  connection: Connection,
  manuscriptKind: ManuscriptKind<R>,
  pageSize = defaultPageSize,
): Promise<void> {
  await countAll(connection, manuscriptKind, {}, pageSize);
}

async function countAll<R extends ManuscriptHead>(
  connection: Connection,
  manuscriptKind: ManuscriptKind<R>,
  filter: mongo.Filter<Row>,
  pageSize: number,
): Promise<void> {
  const heads = connection.collection<Row>(manuscriptKind.collections.heads);
  const history = new HistoryRepository(connection, manuscriptKind.collections);
  for (let after = ''; ;) {
    const page = await heads
      .find({ ...filter, _id: { $gt: after } } as mongo.Filter<Row>, {
        sort: { _id: 1 },
        limit: pageSize,
        hint: { _id: 1 },
        projection: { _id: 1 },
      })
      .toArray();
    for (const { _id } of page) while (!(await countOne(_id))) continue;
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    after = last._id;
  }

  /** Returns false when the manuscript was written during the count: each write increments the version or a counter. */
  async function countOne(_id: string): Promise<boolean> {
    const row = await heads.findOne({ _id });
    if (!row) return true;
    const { version, storedBytes = null, deletedBytes = null } = row;
    const fieldBytes = fieldBytesOf(manuscriptKind, row as unknown as R);
    const counted = await history.countBytes(_id);
    const exact: Counters = {
      storedBytes: fieldBytes + textBytes(row) + counted.stored,
      deletedBytes: counted.deleted,
      fieldBytes,
    };
    // Null also matches a missing counter.
    const written = await heads.updateOne({ _id, version, storedBytes, deletedBytes } as mongo.Filter<Row>, {
      $set: exact,
    });
    return written.matchedCount === 1;
  }
}

/** Bytes of the current text and the pending changes. */
function textBytes(row: Row): number {
  const pendingBytes = row.recent.reduce((sum, change) => sum + quotaBytes(change), 0);
  try {
    return Buffer.byteLength(readStoredHead(row).content) + pendingBytes;
  } catch {
    // A damaged pending change must not block the migration, so the text before it is counted.
    return Buffer.byteLength(row.content) + pendingBytes;
  }
}
