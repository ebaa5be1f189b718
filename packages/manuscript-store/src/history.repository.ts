import type { ClientSession, Connection } from 'mongoose';
import type { OriginSpan } from '@inkbear/prose/origins';
import { deleteSome } from '@inkbear/service-kit/erasure';
import { bytesOf, type Change, type ChangeRow, replayChanges, snapshotBefore, type SnapshotRow } from './change.ts';

const withoutChanges = { changes: 0, origins: 0 } as const;
/** Folded rows are the many. */
const isKept = { folded: { $exists: false } } as const;
/** An index of `createHistory` that passes folded rows over; left to itself the server may take the one by revision. */
const keptByRev = { itemId: 1, folded: 1, rev: 1 } as const;
const reading = (session: ClientSession) => ({ session, readConcern: { level: 'snapshot' } }) as const;

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

  /** Kept revisions without their changes, newest first. */
  list(itemId: string): Promise<ChangeRow[]> {
    return this.#changes.find({ itemId, ...isKept }, { sort: { rev: -1 }, projection: withoutChanges, hint: keptByRev }).toArray();
  }

  /**
   * A revision and its text; null for one that never was or was folded.
   * @param waiting changes of the head, read before this call; those that were settled since are in both places and count once
   */
  async read(itemId: string, rev: number, waiting: readonly Change[]): Promise<(Change & { content: string }) | null> {
    const from = snapshotBefore(rev);
    const { start, rows } = await this.#atOneMoment(async (session) => ({
      start: from === 0 ? { content: '' } : await this.#snapshots.findOne({ _id: `${itemId}:${from}` }, reading(session)),
      rows: await this.listChanges(itemId, Math.max(from, 1), rev, session),
    }));
    if (!start) throw new Error(`The snapshot of revision ${from} is missing.`);
    const settled = rows.at(-1)?.rev ?? 0;
    const changes: Change[] = [...rows, ...waiting.filter((change) => change.rev > settled && change.rev <= rev)];
    const wanted = changes.at(-1);
    if (wanted?.rev !== rev) return null;
    return { ...wanted, content: replayChanges(start.content, changes.filter((change) => change.rev > from)) };
  }

  /** Thinning may move changes from row to row meanwhile: what is read together must be of one moment. */
  async #atOneMoment<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
    const session = await this.#connection.startSession({ snapshot: true });
    try {
      return await work(session);
    } finally {
      await session.endSession();
    }
  }

  /** Rows with their changes, `first` to `last`, without those that were folded. */
  listChanges(itemId: string, first: number, last: number, session?: ClientSession): Promise<ChangeRow[]> {
    return this.#changes.find({ itemId, ...isKept, rev: { $gte: first, $lte: last } }, { sort: { rev: 1 }, ...(session ? reading(session) : {}) }).toArray();
  }

  async name(itemId: string, rev: number, name: string): Promise<ChangeRow | null> {
    return await this.#changes.findOneAndUpdate({ _id: `${itemId}:${rev}` }, { $set: { name } }, { returnDocument: 'after', projection: withoutChanges });
  }

  /** Keeps a revision from ever being folded. */
  async keep(itemId: string, rev: number, session: ClientSession): Promise<void> {
    await this.#changes.updateOne({ _id: `${itemId}:${rev}` }, { $set: { kept: true } }, { session });
  }

  /** Empties the folded rows and gives their changes to the row of `into`. */
  async fold(itemId: string, folded: readonly number[], into: { rev: number; changes: string; origins: OriginSpan[] }, session: ClientSession): Promise<void> {
    const { rev, changes, origins } = into;
    await this.#changes.updateMany({ _id: { $in: folded.map((one) => `${itemId}:${one}`) } }, { $set: { folded: true, changes: '', origins: [], bytes: 0 } }, { session });
    await this.#changes.updateOne({ _id: `${itemId}:${rev}` }, { $set: { changes, origins, bytes: bytesOf(changes, origins) } }, { session });
  }

  /** In no transaction, because histories are long: the manuscripts are out of reach by then, and whoever dies half way calls it again. */
  async erase(itemIds: readonly string[]): Promise<void> {
    await this.#changes.deleteMany({ itemId: { $in: [...itemIds] } });
    await this.#snapshots.deleteMany({ itemId: { $in: [...itemIds] } });
  }

  /** Removes at most so many rows and answers how many. */
  async eraseSome(itemIds: readonly string[], most: number): Promise<number> {
    const of = { itemId: { $in: [...itemIds] } };
    const changes = await deleteSome(this.#changes, of, most);
    return changes < most ? changes + (await deleteSome(this.#snapshots, of, most - changes)) : changes;
  }

  get #changes() {
    return this.#connection.collection<ChangeRow>(this.#names.changes);
  }
  get #snapshots() {
    return this.#connection.collection<SnapshotRow>(this.#names.snapshots);
  }
}

