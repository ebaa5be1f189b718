import type { ClientSession, Collection, Connection, mongo } from 'mongoose';
import type { OriginSpan } from '@inkbear/prose/origins';
import { deleteUpTo } from '@inkbear/service-kit/erasure';
import { changeBytes, type ChangeRow, quotaBytes, type SnapshotRow } from './change.ts';
import {
  HistoryReader,
  listedFilter,
  notCompactedFilter,
  byRevWithoutCompacted,
  withoutChanges,
} from './history-reader.ts';

/** The fields needed for counting the bytes of a row. */
type CountedRow = Pick<ChangeRow, '_id' | 'rev' | 'bytes'>;

/** Names of a history's two collections. */
interface HistoryCollections {
  readonly changes: string;
  readonly snapshots: string;
}

/** Stored history of manuscripts: changes that were flushed from their heads, and snapshots. */
export class HistoryRepository extends HistoryReader {
  protected readonly changes: Collection<ChangeRow>;
  protected readonly snapshots: Collection<SnapshotRow>;

  constructor(connection: Connection, { changes, snapshots }: HistoryCollections) {
    super(connection);
    this.changes = connection.collection<ChangeRow>(changes);
    this.snapshots = connection.collection<SnapshotRow>(snapshots);
  }

  async insertChanges(rows: readonly ChangeRow[], session: ClientSession): Promise<void> {
    if (rows.length > 0) await this.changes.insertMany([...rows], { session });
  }

  async insertSnapshot({ itemId, rev, content }: Omit<SnapshotRow, '_id'>, session: ClientSession): Promise<void> {
    await this.snapshots.insertOne({ _id: `${itemId}:${rev}`, itemId, rev, content }, { session });
  }

  /** Names a stored revision. Returns null when it is not stored. */
  async name(itemId: string, rev: number, name: string): Promise<ChangeRow | null> {
    return await this.changes.findOneAndUpdate(
      { _id: `${itemId}:${rev}` },
      { $set: { name } },
      { returnDocument: 'after', projection: withoutChanges },
    );
  }

  /** Names a stored revision, unless it has a name already. */
  async nameIfUnnamed(itemId: string, rev: number, name: string, session: ClientSession): Promise<void> {
    await this.changes.updateOne(
      { _id: `${itemId}:${rev}`, name: { $exists: false } },
      { $set: { name } },
      { session },
    );
  }

  /** Marks stored revisions so that they are never compacted. */
  async pin(items: readonly { readonly _id: string; readonly rev: number }[], session: ClientSession): Promise<void> {
    await this.changes.updateMany(
      { _id: { $in: items.map(({ _id, rev }) => `${_id}:${rev}`) } },
      { $set: { kept: true } },
      { session },
    );
  }

  /** Writes the composed change to the row of `into` and empties the rows of `revs`. Returns the growth in bytes. */
  async compact(
    itemId: string,
    revs: readonly number[],
    into: { rev: number; changes: string; origins: OriginSpan[] },
    session: ClientSession,
  ): Promise<number> {
    const { rev, changes, origins } = into;
    const bytes = changeBytes(changes, origins);
    const before = await this.#sumBytes(itemId, [...revs, rev], session);
    await this.changes.updateMany(
      { _id: { $in: revs.map((compactedRev) => `${itemId}:${compactedRev}`) } },
      { $set: { folded: true, changes: '', origins: [], bytes: 0 } },
      { session },
    );
    await this.changes.updateOne({ _id: `${itemId}:${rev}` }, { $set: { changes, origins, bytes } }, { session });
    return bytes - before;
  }

  /** Deletes compacted rows up to `before`. Returns how many, and the time of the oldest remaining one. */
  async removeCompacted(
    itemId: string,
    before: Date,
    limit: number,
    session: ClientSession,
  ): Promise<{ removed: number; oldest: Date | null }> {
    const rows = await this.changes
      .find(
        { itemId, folded: true },
        { sort: { rev: 1 }, limit, projection: { at: 1 }, hint: byRevWithoutCompacted, session },
      )
      .toArray();
    const expired = rows.filter(({ at }) => at <= before);
    if (expired.length > 0) await this.changes.deleteMany({ _id: { $in: expired.map(({ _id }) => _id) } }, { session });
    return { removed: expired.length, oldest: rows[expired.length]?.at ?? null };
  }

  /** Marks revisions as deleted, or recovers deleted ones. Returns the changed revisions and their quota bytes. */
  async setDeleted(
    itemId: string,
    revs: readonly number[],
    change: { readonly deletedAt: Date } | { readonly deletedAfter: Date },
    session: ClientSession,
  ): Promise<{ revs: number[]; bytes: number }> {
    const isDelete = 'deletedAt' in change;
    const state = isDelete ? listedFilter : { ...notCompactedFilter, deletedAt: { $gt: change.deletedAfter } };
    const filter = { _id: { $in: revs.map((rev) => `${itemId}:${rev}`) }, ...state } as mongo.Filter<ChangeRow>;
    const rows: CountedRow[] = await this.changes.find(filter, { projection: { rev: 1, bytes: 1 }, session }).toArray();
    const update = isDelete ? { $set: { deletedAt: change.deletedAt } } : { $unset: { deletedAt: '' as const } };
    await this.changes.updateMany({ _id: { $in: rows.map(({ _id }) => _id) } }, update, { session });
    return {
      revs: rows.map(({ rev }) => rev).toSorted((a, b) => b - a),
      bytes: rows.reduce((sum, row) => sum + quotaBytes(row), 0),
    };
  }

  /**
   * Deletes a revision, writes the composed changes to the next one and moves the snapshot there. Returns the growth of
   * the next row and of the snapshot in bytes.
   */
  async mergeIntoNext(
    itemId: string,
    rev: number,
    next: { rev: number; changes: string; origins: OriginSpan[] },
    session: ClientSession,
  ): Promise<{ row: number; snapshot: number }> {
    const bytes = changeBytes(next.changes, next.origins);
    const before = await this.#sumBytes(itemId, [next.rev], session);
    const snapshot = await this.#moveSnapshot(itemId, rev, next.rev, session);
    await this.changes.deleteOne({ _id: `${itemId}:${rev}` }, { session });
    await this.changes.updateOne(
      { _id: `${itemId}:${next.rev}` },
      { $set: { changes: next.changes, origins: next.origins, bytes } },
      { session },
    );
    return { row: bytes - before, snapshot };
  }

  async #moveSnapshot(itemId: string, from: number, to: number, session: ClientSession): Promise<number> {
    const snapshot = await this.snapshots.findOne({ _id: `${itemId}:${from}` }, { session });
    if (!snapshot) return 0;
    const oldBytes = Buffer.byteLength(snapshot.content);
    if (await this.snapshots.findOne({ _id: `${itemId}:${to}` }, { session, projection: { _id: 1 } })) {
      await this.snapshots.deleteOne({ _id: snapshot._id }, { session });
      return -oldBytes;
    }
    const content = await this.readText(itemId, to, session);
    await this.insertSnapshot({ itemId, rev: to, content }, session);
    await this.changes.updateOne({ _id: `${itemId}:${to}` }, { $set: { snapshot: true } }, { session });
    await this.snapshots.deleteOne({ _id: snapshot._id }, { session });
    return Buffer.byteLength(content) - oldBytes;
  }

  async #sumBytes(itemId: string, revs: readonly number[], session: ClientSession): Promise<number> {
    const rows: Pick<ChangeRow, 'bytes'>[] = await this.changes
      .find({ _id: { $in: revs.map((rev) => `${itemId}:${rev}`) } }, { projection: { bytes: 1 }, session })
      .toArray();
    return rows.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /**
   * Deletes whole histories, without a transaction because they are long. Their manuscripts must be unreachable. The
   * caller repeats it after a crash.
   */
  async erase(itemIds: readonly string[]): Promise<void> {
    await this.changes.deleteMany({ itemId: { $in: [...itemIds] } });
    await this.snapshots.deleteMany({ itemId: { $in: [...itemIds] } });
  }

  /** Deletes at most `limit` rows and returns how many. */
  async eraseSome(itemIds: readonly string[], limit: number): Promise<number> {
    const filter = { itemId: { $in: [...itemIds] } };
    const changes = await deleteUpTo(this.changes, filter, limit);
    return changes < limit ? changes + (await deleteUpTo(this.snapshots, filter, limit - changes)) : changes;
  }
}
