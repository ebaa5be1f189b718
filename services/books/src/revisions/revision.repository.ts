import { InvalidChangesError } from '@inkbear/prose/changes';
import { type ClientSession, type Connection, trusted } from 'mongoose';
import type { RevisionHead } from './fold-revisions.ts';
import { changeModel, snapshotModel } from './revision.model.ts';
import { type ChangeRow, replayChanges, snapshotBefore, type SnapshotRow } from './revision.ts';

export class RevisionRepository {
  readonly #changes;
  readonly #snapshots;

  constructor(connection: Connection) {
    this.#changes = changeModel(connection);
    this.#snapshots = snapshotModel(connection);
  }

  /** Past the model: every autosave comes through here, and its row is built by the server. Throws a duplicate key for a known changeId. */
  async insertChange(row: ChangeRow, session: ClientSession): Promise<void> {
    await this.#changes.collection.insertOne(row as never, { session });
  }

  async insertChanges(rows: readonly ChangeRow[], session: ClientSession): Promise<void> {
    await this.#changes.insertMany([...rows], { session });
  }

  async insertSnapshot(row: SnapshotRow, session: ClientSession): Promise<void> {
    await this.#snapshots.create([row], { session });
  }

  findByChangeId(chapterId: string, changeId: string): Promise<ChangeRow | null> {
    return this.#changes.findById(`${chapterId}:${changeId}`).lean<ChangeRow>().exec();
  }

  /** Null for a revision that never was or was folded. */
  async find(chapterId: string, rev: number): Promise<ChangeRow | null> {
    const row = await this.#changes.findOne({ chapterId, rev }).lean<ChangeRow>().exec();
    return row?.folded ? null : row;
  }

  /** Kept revisions without their changes, newest first. */
  async list(chapterId: string): Promise<ChangeRow[]> {
    const rows = await this.#changes.find({ chapterId }, { changes: 0, origins: 0 }).sort({ rev: -1 }).lean<ChangeRow[]>().exec();
    return rows.filter((row) => !row.folded);
  }

  listHeads(chapterId: string): Promise<RevisionHead[]> {
    return this.list(chapterId);
  }

  /** The text of a revision that was not folded. A fold that commits between two reads of rows shows as changes that do not fit; the second look is whole. */
  async textAt(chapterId: string, rev: number): Promise<string> {
    try {
      return await this.#replay(chapterId, rev);
    } catch (error) {
      if (!(error instanceof InvalidChangesError)) throw error;
      return await this.#replay(chapterId, rev);
    }
  }

  /** Nearest snapshot, then the changes after it. */
  async #replay(chapterId: string, rev: number): Promise<string> {
    const from = snapshotBefore(rev);
    const snapshot = from === 0 ? null : await this.#snapshots.findOne({ chapterId, rev: from }).lean<SnapshotRow>().exec();
    if (from !== 0 && !snapshot) throw new Error(`The snapshot of revision ${from} is missing.`);
    const rows = await this.listChanges(chapterId, from + 1, rev);
    return replayChanges(snapshot?.content ?? '', rows);
  }

  /** Rows with their changes, `first` to `last`, without those that were folded. */
  async listChanges(chapterId: string, first: number, last: number): Promise<ChangeRow[]> {
    const rows = await this.#changes.find({ chapterId, rev: trusted({ $gte: first, $lte: last }) }).sort({ rev: 1 }).lean<ChangeRow[]>().exec();
    return rows.filter((row) => !row.folded);
  }

  async name(chapterId: string, rev: number, name: string): Promise<ChangeRow | null> {
    return await this.#changes.findOneAndUpdate({ chapterId, rev }, { $set: { name } }, { returnDocument: 'after' }).lean<ChangeRow>().exec();
  }

  /** Keeps these revisions from ever being folded. */
  async keep(heads: readonly { chapterId: string; rev: number }[], session: ClientSession): Promise<void> {
    if (heads.length === 0) return;
    await this.#changes.collection.bulkWrite(heads.map((filter) => ({ updateOne: { filter, update: { $set: { kept: true } } } })), { session });
  }

  /** Empties the folded rows and gives their changes to the row of `into`. */
  async fold(chapterId: string, folded: readonly number[], into: { rev: number; changes: string; origins: ChangeRow['origins'] }, session: ClientSession): Promise<void> {
    const { rev, changes, origins } = into;
    await this.#changes.updateMany({ chapterId, rev: trusted({ $in: [...folded] }) }, { $set: { folded: true, changes: '', origins: [], bytes: 0 } }, { session }).exec();
    await this.#changes.updateOne({ chapterId, rev }, { $set: { changes, origins, bytes: Buffer.byteLength(changes) } }, { session }).exec();
  }

  /** Without a session it can be repeated: the chapters are out of reach by then. */
  async erase(chapterIds: readonly string[], session?: ClientSession): Promise<void> {
    const of = { chapterId: trusted({ $in: [...chapterIds] }) };
    await this.#changes.deleteMany(of, session ? { session } : {}).exec();
    await this.#snapshots.deleteMany(of, session ? { session } : {}).exec();
  }
}
