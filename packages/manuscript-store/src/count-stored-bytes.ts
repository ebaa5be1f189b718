import type { Connection } from 'mongoose';
import { HistoryRepository } from './history.repository.ts';
import { fieldBytesOf, type ManuscriptRow, type Noun } from './manuscript.ts';

type Row = ManuscriptRow & { _id: string };

/** For a migration: counts what manuscripts take that do not know it yet. One that is saved meanwhile is counted again. May run again. */
export async function countStoredBytes<R extends ManuscriptRow>(connection: Connection, noun: Noun<R>): Promise<void> {
  const heads = connection.collection<Row>(noun.collections.heads);
  const history = new HistoryRepository(connection, noun.collections);
  const uncounted = { fieldBytes: { $exists: false } } as const;
  for await (const found of heads.find(uncounted, { hint: { _id: 1 }, projection: { _id: 1 } })) {
    while (!(await countOne(found._id))) continue;
  }

  /** False when the row was written while its history was counted. */
  async function countOne(_id: string): Promise<boolean> {
    const row = await heads.findOne({ _id });
    if (!row) return true;
    const fieldBytes = fieldBytesOf(noun, row as unknown as R);
    const storedBytes = fieldBytes + Buffer.byteLength(row.content) + (await history.countBytes(_id));
    const written = await heads.updateOne({ _id, version: row.version }, { $set: { storedBytes, deletedBytes: 0, fieldBytes } });
    return written.matchedCount === 1;
  }
}
