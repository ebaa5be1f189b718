import type { ClientSession, Connection } from 'mongoose';
import type { Logger } from '@inkbear/service-kit/logger';
import { ProblemError } from '@inkbear/service-kit/problem';
import { AppendBatch, type HeadDocument } from './append-batch.ts';
import type { Change } from './change.ts';
import type { Decision } from './decide-save.ts';
import { readStoredHead, type ManuscriptRow, type ManuscriptKind, type StoredHead } from './manuscript.ts';

export interface HeadWithPending<R extends ManuscriptRow> {
  readonly head: R;
  /** The changes that wait in its row, oldest first. */
  readonly pending: readonly Change[];
}

/** The lower bound of the index on work that waits. */
const never = new Date(0);

/** Head rows. Past mongoose's models: every autosave comes through here, and its rows are built by the server. */
export class HeadRepository<R extends ManuscriptRow> {
  readonly #connection: Connection;
  readonly #kind: ManuscriptKind<R>;
  readonly #appends: AppendBatch;

  constructor(connection: Connection, manuscriptKind: ManuscriptKind<R>, logger: Logger) {
    this.#connection = connection;
    this.#kind = manuscriptKind;
    this.#appends = new AppendBatch(connection, manuscriptKind.collections.heads, logger);
  }

  /** The owner's manuscript with its head text; a 404 for anything else. */
  async getLive(id: string, userId: string): Promise<R> {
    return (await this.getWithPending(id, userId)).head;
  }

  /** The same with the changes that wait in its row. */
  async getWithPending(id: string, userId: string): Promise<HeadWithPending<R>> {
    const found = await this.findWithPending(id);
    if (!found || found.head.userId !== userId || found.head.state !== 'live')
      throw new ProblemError(this.#kind.errors.notFound);
    return found;
  }

  /** In whatever state, of whomever. */
  async findWithPending(id: string): Promise<HeadWithPending<R> | null> {
    const row = (await this.#heads.findOne({ _id: id })) as StoredHead<R> | null;
    return row ? { head: readStoredHead(row), pending: row.recent } : null;
  }

  /** Writes a decision about anything but the text if the row is still as it was read; false when it is not. */
  async updateFields({ before, after, storedDelta }: Decision<R>): Promise<boolean> {
    return (
      (
        await this.#heads.updateOne(asRead(before), {
          $set: changedFields(before, after) as never,
          ...incrementOf(storedDelta),
        })
      ).matchedCount === 1
    );
  }

  /** Writes a decision with the text if the row is still as it was read, and takes out the changes that waited there; null when it is not. */
  async flush({ before, after, storedDelta }: Decision<R>, session: ClientSession): Promise<Change[] | null> {
    const set = { ...changedFields(before, after), content: after.content, recent: [] };
    const row = (await this.#heads.findOneAndUpdate(
      asRead(before),
      { $set: set as never, ...incrementOf(storedDelta) },
      { returnDocument: 'before', projection: { recent: 1 }, session },
    )) as Pick<StoredHead<R>, 'recent'> | null;
    return row?.recent ?? null;
  }

  /** Writes a decision whose change waits, without the text; false when it has to be looked for, because the row may no longer be as it was read. */
  async append({ before, after, change, storedDelta }: Decision<R>): Promise<boolean> {
    if (!change) throw new Error('Only a change of the text can wait.');
    const update = {
      $set: changedFields(before, after),
      $push: { recent: change as never },
      ...incrementOf(storedDelta),
    };
    return await this.#appends.append({ filter: asRead(before), update, change });
  }

  /** Changes one that waits; null when that revision does not wait (any more). */
  async updatePending(
    id: string,
    rev: number,
    set: Pick<Change, 'name'> | Pick<Change, 'kept'>,
    session?: ClientSession,
  ): Promise<Change | null> {
    const fields = Object.fromEntries(Object.entries(set).map(([name, value]) => [`recent.$.${name}`, value]));
    const row = (await this.#heads.findOneAndUpdate(
      { _id: id, 'recent.rev': rev },
      { $set: fields as never, $inc: { version: 1 as never } },
      { returnDocument: 'after', projection: { recent: 1 }, ...(session ? { session } : {}) },
    )) as Pick<StoredHead<R>, 'recent'> | null;
    return row?.recent.find((change) => change.rev === rev) ?? null;
  }

  /** The newest revision of a manuscript, as a transaction sees it. Throws a 404. */
  async getRev(id: string, session: ClientSession): Promise<number> {
    const row = await this.#heads.findOne({ _id: id }, { projection: { rev: 1 }, session });
    if (!row) throw new ProblemError(this.#kind.errors.notFound);
    return row['rev'] as number;
  }

  /** Keeps the present texts of manuscripts from ever being folded, as far as their changes still wait in the head. */
  async pinPending(items: readonly Pick<R, '_id' | 'rev'>[], session: ClientSession): Promise<void> {
    if (items.length === 0) return;
    await this.#heads.bulkWrite(
      items.map(({ _id, rev }) => ({
        updateOne: {
          filter: { _id, 'recent.rev': rev },
          update: { $set: { 'recent.$.kept': true }, $inc: { version: 1 as never } },
        },
      })),
      { session, ordered: false },
    );
  }

  /** Adds to what a manuscript takes and to what its deleted revisions take, in bytes. No new version: no save reads either. */
  async addBytes(
    id: string,
    { stored, deleted }: { stored: number; deleted: number },
    session: ClientSession,
  ): Promise<void> {
    if (stored === 0 && deleted === 0) return;
    await this.#heads.updateOne(
      { _id: id },
      { $inc: { storedBytes: stored as never, deletedBytes: deleted as never } },
      { session },
    );
  }

  async listDueForThinning(now: Date, limit: number): Promise<string[]> {
    const rows = await this.#heads
      .find({ thinAt: { $gt: never, $lte: now } }, { projection: { _id: 1 }, limit })
      .toArray();
    return rows.map(({ _id }) => _id);
  }

  /** Answers the version after the change, null when the row is gone. */
  async scheduleThinning(id: string, thinAt: Date): Promise<number | null> {
    const row = await this.#heads.findOneAndUpdate(
      { _id: id },
      { $set: { thinAt: thinAt }, $inc: { version: 1 as never } },
      { returnDocument: 'after', projection: { version: 1 } },
    );
    return (row as Pick<R, 'version'> | null)?.version ?? null;
  }

  /** Sets the next look at a history, unless the head was written since `version`. */
  async rescheduleThinning(id: string, version: number, thinAt: Date): Promise<void> {
    await this.#heads.updateOne({ _id: id, version }, { $set: { thinAt }, $inc: { version: 1 as never } });
  }

  async clearThinning(id: string, version: number): Promise<void> {
    await this.#heads.updateOne({ _id: id, version }, { $set: { thinAt: null }, $inc: { version: 1 as never } });
  }

  get #heads() {
    return this.#connection.collection<HeadDocument>(this.#kind.collections.heads);
  }
}

const asRead = ({ _id, version, state }: ManuscriptRow) => ({ _id, version, state });

const incrementOf = (storedDelta: number) => (storedDelta === 0 ? {} : { $inc: { storedBytes: storedDelta as never } });

/** Not among the fields that a save sets: the text is written when it settles, the bytes are incremented. */
const writtenOtherwise: ReadonlySet<string> = new Set(['content', 'storedBytes', 'deletedBytes']);

/** Everything but the text. */
function changedFields<R extends ManuscriptRow>(before: R, after: R): Record<string, unknown> {
  const changed: Record<string, unknown> = {};
  for (const name of Object.keys(after) as (keyof R & string)[]) {
    if (!writtenOtherwise.has(name) && after[name] !== before[name]) changed[name] = after[name];
  }
  return changed;
}
