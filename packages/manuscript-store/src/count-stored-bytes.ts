import type { Connection, mongo } from 'mongoose';
import { quotaBytes } from './change.ts';
import { HistoryRepository } from './history.repository.ts';
import {
  fieldBytesOf,
  readStoredHead,
  type ManuscriptRow,
  type ManuscriptKind,
  type StoredHead,
} from './manuscript.ts';

type Counters = Pick<ManuscriptRow, 'storedBytes' | 'deletedBytes' | 'fieldBytes'>;
/** As a migration finds it: the counters may be missing. */
type Row = StoredHead<Omit<ManuscriptRow, keyof Counters> & Partial<Counters>> & { _id: string };

/** Heads listed at once: a cursor that stays open for a whole collection may time out. */
const headsAtOnce = 500;

/** For a migration: counts what manuscripts take that do not know it yet. May run again. */
export async function countStoredBytes<R extends ManuscriptRow>(
  connection: Connection,
  manuscriptKind: ManuscriptKind<R>,
): Promise<void> {
  await countAll(connection, manuscriptKind, { fieldBytes: { $exists: false } }, headsAtOnce);
}

/** For a migration: counts what every manuscript takes and corrects those that were counted wrongly. May run again. */
export async function recountStoredBytes<R extends ManuscriptRow>(
  connection: Connection,
  manuscriptKind: ManuscriptKind<R>,
  pageSize = headsAtOnce,
): Promise<void> {
  await countAll(connection, manuscriptKind, {}, pageSize);
}

async function countAll<R extends ManuscriptRow>(
  connection: Connection,
  manuscriptKind: ManuscriptKind<R>,
  which: mongo.Filter<Row>,
  pageSize: number,
): Promise<void> {
  const heads = connection.collection<Row>(manuscriptKind.collections.heads);
  const history = new HistoryRepository(connection, manuscriptKind.collections);
  for (let after = ''; ;) {
    const page = await heads
      .find({ ...which, _id: { $gt: after } } as mongo.Filter<Row>, {
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

  /** False when the manuscript was written while its history was counted: every write raises the version or changes a counter. */
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
    // Null stands for a missing counter too.
    const written = await heads.updateOne({ _id, version, storedBytes, deletedBytes } as mongo.Filter<Row>, {
      $set: exact,
    });
    return written.matchedCount === 1;
  }
}

/** The head text and the changes that wait beside it. One that cannot be read counts as it is stored, so that it does not keep a release from starting. */
function textBytes(row: Row): number {
  const waiting = row.recent.reduce((sum, change) => sum + quotaBytes(change), 0);
  try {
    return Buffer.byteLength(readStoredHead(row).content) + waiting;
  } catch {
    return Buffer.byteLength(row.content) + waiting;
  }
}
