import type { ClientSession, Connection, mongo } from 'mongoose';
import type { OriginSpan } from '@inkbear/prose/origins';
import { deleteUpTo } from '@inkbear/service-kit/erasure';
import { inTransaction } from '@inkbear/service-kit/mongo';
import {
  changeBytes,
  type Change,
  type ChangeRow,
  quotaBytes,
  replayInChunks,
  rowOverheadBytes,
  type SnapshotRow,
} from './change.ts';

const withoutChanges = { changes: 0, origins: 0 } as const;
/** Folded rows are the many. */
const isKept = { folded: { $exists: false } } as const;
const isListed = { ...isKept, deletedAt: { $exists: false } } as const;
/** An index of `createHistory` that passes folded rows over; left to itself the server may take the one by revision. */
const keptByRev = { itemId: 1, folded: 1, rev: 1 } as const;

/** Which revisions to list; `deletedAfter` asks for those deleted since then. */
interface RevisionPage {
  readonly before?: number | undefined;
  readonly limit: number;
  readonly deletedAfter?: Date | undefined;
}

/** Stored changes and then those that still wait in the head; what was settled meanwhile is in both and counts once. */
async function* followedBy(
  rows: AsyncIterable<Pick<Change, 'rev' | 'changes'>>,
  waiting: readonly Change[],
  { after, last }: { after: number; last: number },
): AsyncGenerator<Pick<Change, 'changes'>> {
  let settled = after;
  for await (const row of rows) {
    settled = row.rev;
    yield row;
  }
  for (const change of waiting) if (change.rev > settled && change.rev <= last) yield change;
}

/** Rows of changes that are in memory together while a revision is read. */
const streamedAtOnce = 4;

/** What is counted of a row when it is deleted, brought back or removed. */
type CountedRow = Pick<ChangeRow, '_id' | 'rev' | 'bytes'>;

/** The lower bound of the index on deleted revisions. */
const never = new Date(0);

/** Changes that have left their heads, and snapshots. */
export class HistoryRepository {
  readonly #connection: Connection;
  readonly #names: { readonly changes: string; readonly snapshots: string };

  constructor(connection: Connection, names: { readonly changes: string; readonly snapshots: string }) {
    this.#connection = connection;
    this.#names = names;
  }

  async insertChanges(rows: readonly ChangeRow[], session: ClientSession): Promise<void> {
    if (rows.length > 0) await this.#changes.insertMany([...rows], { session });
  }

  async insertSnapshot({ itemId, rev, content }: Omit<SnapshotRow, '_id'>, session: ClientSession): Promise<void> {
    await this.#snapshots.insertOne({ _id: `${itemId}:${rev}`, itemId, rev, content }, { session });
  }

  /** The oldest one, should somebody have used the id twice. Those of folded revisions are found too. */
  findByChangeId(itemId: string, changeId: string): Promise<ChangeRow | null> {
    return this.#changes.findOne({ itemId, changeId }, { sort: { rev: 1 }, projection: withoutChanges });
  }

  /** A page of revisions without their changes, newest first: those below `before`, or the deleted ones among them. */
  list(itemId: string, page: RevisionPage): Promise<ChangeRow[]> {
    const { before, limit, deletedAfter } = page;
    const which = deletedAfter ? { ...isKept, deletedAt: { $gt: deletedAfter } } : isListed;
    const below = before === undefined ? {} : { rev: { $lt: before } };
    return this.#changes
      .find({ itemId, ...which, ...below }, { sort: { rev: -1 }, limit, projection: withoutChanges, hint: keptByRev })
      .toArray();
  }

  /** Rows from `first` on that are not folded, deleted ones too, without their changes, oldest first. */
  listFrom(itemId: string, first: number, limit: number): Promise<ChangeRow[]> {
    return this.#changes
      .find(
        { itemId, ...isKept, rev: { $gte: first } },
        { sort: { rev: 1 }, limit, projection: withoutChanges, hint: keptByRev },
      )
      .toArray();
  }

  /**
   * A revision and its text; null for one that never was, was folded or deleted.
   * @param waiting changes of the head, read before this call; those that were settled since are in both places and count once
   */
  async readRevision(
    itemId: string,
    rev: number,
    waiting: readonly Change[],
  ): Promise<(Change & { content: string }) | null> {
    // One transaction, because thinning may move changes from row to row between two reads.
    return await inTransaction(this.#connection, async (session) => {
      const settled = await this.#changes.findOne({ _id: `${itemId}:${rev}` }, { projection: withoutChanges, session });
      // Folded since the head was read: then what waited there no longer fits what is left before it.
      if (settled?.folded) return null;
      const wanted = settled ?? waiting.find((change) => change.rev === rev);
      if (!wanted || settled?.deletedAt) return null;
      const start = await this.#snapshotBefore(itemId, rev, session);
      const rows = this.#streamChanges(itemId, start.rev + 1, rev, session);
      return {
        ...wanted,
        content: await replayInChunks(start.content, followedBy(rows, waiting, { after: start.rev, last: rev })),
      };
    });
  }

  /** The text at a settled revision, deleted or not. */
  async readText(itemId: string, rev: number, session: ClientSession): Promise<string> {
    const start = await this.#snapshotBefore(itemId, rev, session);
    return await replayInChunks(start.content, this.#streamChanges(itemId, start.rev + 1, rev, session));
  }

  /** Changes of `first` to `last`, without those that were folded; a few at a time, because each may have two megabytes. */
  #streamChanges(
    itemId: string,
    first: number,
    last: number,
    session: ClientSession,
  ): AsyncIterable<Pick<ChangeRow, 'rev' | 'changes'>> {
    return this.#changes.find(
      { itemId, ...isKept, rev: { $gte: first, $lte: last } },
      { sort: { rev: 1 }, projection: { rev: 1, changes: 1 }, hint: keptByRev, batchSize: streamedAtOnce, session },
    );
  }

  /** The same with their origins; one at a time, because the driver reads a whole reply in one turn of the event loop. */
  streamToFold(
    itemId: string,
    first: number,
    last: number,
    session: ClientSession,
  ): AsyncIterable<Pick<ChangeRow, 'changes' | 'origins'>> {
    return this.#changes.find(
      { itemId, ...isKept, rev: { $gte: first, $lte: last } },
      { sort: { rev: 1 }, projection: { changes: 1, origins: 1 }, hint: keptByRev, batchSize: 1, session },
    );
  }

  async getOrigins(itemId: string, rev: number, session: ClientSession): Promise<OriginSpan[]> {
    const row = await this.#changes.findOne({ _id: `${itemId}:${rev}` }, { projection: { origins: 1 }, session });
    if (!row) throw new Error(`The history has no revision ${rev}.`);
    return row.origins;
  }

  /** Whether the author has deleted a revision between `first` and `last`, both included. */
  async hasDeleted(itemId: string, first: number, last: number, session: ClientSession): Promise<boolean> {
    const deleted = { itemId, ...isKept, rev: { $gte: first, $lte: last }, deletedAt: { $exists: true } };
    return (await this.#changes.findOne(deleted, { projection: { _id: 1 }, hint: keptByRev, session })) !== null;
  }

  /** The newest snapshot that is not newer than `rev`; before the first one stands the empty text. */
  async #snapshotBefore(
    itemId: string,
    rev: number,
    session: ClientSession,
  ): Promise<Pick<SnapshotRow, 'rev' | 'content'>> {
    const options = { sort: { rev: -1 }, hint: { itemId: 1, rev: -1 }, session } as const;
    return (await this.#snapshots.findOne({ itemId, rev: { $lte: rev } }, options)) ?? { rev: 0, content: '' };
  }

  async name(itemId: string, rev: number, name: string): Promise<ChangeRow | null> {
    return await this.#changes.findOneAndUpdate(
      { _id: `${itemId}:${rev}` },
      { $set: { name } },
      { returnDocument: 'after', projection: withoutChanges },
    );
  }

  /** Keeps revisions from ever being folded, as far as they are here. */
  async pin(items: readonly { readonly _id: string; readonly rev: number }[], session: ClientSession): Promise<void> {
    await this.#changes.updateMany(
      { _id: { $in: items.map(({ _id, rev }) => `${_id}:${rev}`) } },
      { $set: { kept: true } },
      { session },
    );
  }

  /** Empties the folded rows and gives their changes to the row of `into`. Answers by how many bytes the history grew, mostly negative. */
  async fold(
    itemId: string,
    folded: readonly number[],
    into: { rev: number; changes: string; origins: OriginSpan[] },
    session: ClientSession,
  ): Promise<number> {
    const { rev, changes, origins } = into;
    const bytes = changeBytes(changes, origins);
    const before = await this.#sumBytes(itemId, [...folded, rev], session);
    await this.#changes.updateMany(
      { _id: { $in: folded.map((one) => `${itemId}:${one}`) } },
      { $set: { folded: true, changes: '', origins: [], bytes: 0 } },
      { session },
    );
    await this.#changes.updateOne({ _id: `${itemId}:${rev}` }, { $set: { changes, origins, bytes } }, { session });
    return bytes - before;
  }

  /** Removes folded rows up to `before` for good; answers how many and when the oldest one that stays was made. */
  async removeFolded(
    itemId: string,
    before: Date,
    limit: number,
    session: ClientSession,
  ): Promise<{ removed: number; oldest: Date | null }> {
    const rows = await this.#changes
      .find({ itemId, folded: true }, { sort: { rev: 1 }, limit, projection: { at: 1 }, hint: keptByRev, session })
      .toArray();
    const old = rows.filter(({ at }) => at <= before);
    if (old.length > 0) await this.#changes.deleteMany({ _id: { $in: old.map(({ _id }) => _id) } }, { session });
    return { removed: old.length, oldest: rows[old.length]?.at ?? null };
  }

  /** Marks revisions as deleted, or as not deleted any more; answers those that were changed and the bytes that they count. */
  async setDeleted(
    itemId: string,
    revs: readonly number[],
    change: { readonly deletedAt: Date } | { readonly deletedAfter: Date },
    session: ClientSession,
  ): Promise<{ revs: number[]; bytes: number }> {
    const isDelete = 'deletedAt' in change;
    const which = isDelete ? isListed : { ...isKept, deletedAt: { $gt: change.deletedAfter } };
    const filter = { _id: { $in: revs.map((rev) => `${itemId}:${rev}`) }, ...which } as mongo.Filter<ChangeRow>;
    const rows: CountedRow[] = await this.#changes
      .find(filter, { projection: { rev: 1, bytes: 1 }, session })
      .toArray();
    const update = isDelete ? { $set: { deletedAt: change.deletedAt } } : { $unset: { deletedAt: '' as const } };
    await this.#changes.updateMany({ _id: { $in: rows.map(({ _id }) => _id) } }, update, { session });
    return {
      revs: rows.map(({ rev }) => rev).toSorted((a, b) => b - a),
      bytes: rows.reduce((sum, row) => sum + quotaBytes(row), 0),
    };
  }

  /** Revisions whose 30 days are over, with the manuscripts that they belong to. */
  listPurgeDue(deletedBefore: Date, limit: number): Promise<Pick<ChangeRow, '_id' | 'itemId' | 'rev'>[]> {
    return this.#changes
      .find(
        { deletedAt: { $gt: never, $lte: deletedBefore } },
        { sort: { deletedAt: 1 }, limit, projection: { itemId: 1, rev: 1 } },
      )
      .toArray();
  }

  /** The row at `rev`, or the first after it, and the row that follows, without their changes; folded ones are passed over. */
  listWithNext(itemId: string, rev: number, session: ClientSession): Promise<ChangeRow[]> {
    return this.#changes
      .find(
        { itemId, ...isKept, rev: { $gte: rev } },
        { sort: { rev: 1 }, limit: 2, projection: withoutChanges, hint: keptByRev, session },
      )
      .toArray();
  }

  /** Removes one revision whose changes the next one has taken over; its snapshot moves there. Answers by how many bytes the next row and the snapshot grew. */
  async mergeIntoNext(
    itemId: string,
    rev: number,
    next: { rev: number; changes: string; origins: OriginSpan[] },
    session: ClientSession,
  ): Promise<{ row: number; snapshot: number }> {
    const bytes = changeBytes(next.changes, next.origins);
    const before = await this.#sumBytes(itemId, [next.rev], session);
    const snapshot = await this.#moveSnapshot(itemId, rev, next.rev, session);
    await this.#changes.deleteOne({ _id: `${itemId}:${rev}` }, { session });
    await this.#changes.updateOne(
      { _id: `${itemId}:${next.rev}` },
      { $set: { changes: next.changes, origins: next.origins, bytes } },
      { session },
    );
    return { row: bytes - before, snapshot };
  }

  async #moveSnapshot(itemId: string, from: number, to: number, session: ClientSession): Promise<number> {
    const snapshot = await this.#snapshots.findOne({ _id: `${itemId}:${from}` }, { session });
    if (!snapshot) return 0;
    const removed = Buffer.byteLength(snapshot.content);
    if (await this.#snapshots.findOne({ _id: `${itemId}:${to}` }, { session, projection: { _id: 1 } })) {
      await this.#snapshots.deleteOne({ _id: snapshot._id }, { session });
      return -removed;
    }
    const content = await this.readText(itemId, to, session);
    await this.insertSnapshot({ itemId, rev: to, content }, session);
    await this.#changes.updateOne({ _id: `${itemId}:${to}` }, { $set: { snapshot: true } }, { session });
    await this.#snapshots.deleteOne({ _id: snapshot._id }, { session });
    return Buffer.byteLength(content) - removed;
  }

  async #sumBytes(itemId: string, revs: readonly number[], session: ClientSession): Promise<number> {
    const rows: Pick<ChangeRow, 'bytes'>[] = await this.#changes
      .find({ _id: { $in: revs.map((rev) => `${itemId}:${rev}`) } }, { projection: { bytes: 1 }, session })
      .toArray();
    return rows.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** What the changes and snapshots of a manuscript count, and what its deleted revisions count, in bytes. Reads all of its rows: for migrations. */
  async countBytes(itemId: string): Promise<{ stored: number; deleted: number }> {
    const isDeleted = { $ne: [{ $type: '$deletedAt' }, 'missing'] };
    const changes = await this.#changes
      .aggregate<{ _id: boolean; bytes: number; rows: number }>([
        { $match: { itemId } },
        { $group: { _id: isDeleted, bytes: { $sum: '$bytes' }, rows: { $sum: 1 } } },
      ])
      .toArray();
    const [snapshots] = await this.#snapshots
      .aggregate<{ bytes: number }>([
        { $match: { itemId } },
        { $group: { _id: null, bytes: { $sum: { $strLenBytes: '$content' } } } },
      ])
      .toArray();
    const sum = (deleted: boolean): number =>
      changes
        .filter(({ _id }) => _id === deleted)
        .reduce((total, { bytes, rows }) => total + bytes + rows * rowOverheadBytes, 0);
    return { stored: sum(false) + (snapshots?.bytes ?? 0), deleted: sum(true) };
  }

  /** In no transaction, because histories are long: the manuscripts are out of reach by then, and whoever dies half way calls it again. */
  async erase(itemIds: readonly string[]): Promise<void> {
    await this.#changes.deleteMany({ itemId: { $in: [...itemIds] } });
    await this.#snapshots.deleteMany({ itemId: { $in: [...itemIds] } });
  }

  /** Removes at most so many rows and answers how many. */
  async eraseSome(itemIds: readonly string[], most: number): Promise<number> {
    const of = { itemId: { $in: [...itemIds] } };
    const changes = await deleteUpTo(this.#changes, of, most);
    return changes < most ? changes + (await deleteUpTo(this.#snapshots, of, most - changes)) : changes;
  }

  get #changes() {
    return this.#connection.collection<ChangeRow>(this.#names.changes);
  }
  get #snapshots() {
    return this.#connection.collection<SnapshotRow>(this.#names.snapshots);
  }
}
