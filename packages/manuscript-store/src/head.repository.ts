import type { ClientSession, Collection, Connection } from 'mongoose';
import type { Logger } from '@inkbear/service-kit/logger';
import { ProblemError } from '@inkbear/service-kit/problem';
import { AppendBatch, type HeadDocument } from './append-batch.ts';
import type { Change } from './change.ts';
import type { SavePlan } from './decide-save.ts';
import {
  headRenames,
  type ManuscriptKind,
  type ManuscriptHead,
  readStoredHead,
  type StoredHead,
} from './manuscript.ts';

export interface HeadWithPending<R extends ManuscriptHead> {
  readonly head: R;
  /** The pending changes in its row, oldest first. */
  readonly pending: readonly Change[];
}

/** Lower bound of the partial index on `compactAt`; a query must repeat it. */
const epoch = new Date(0);

/**
 * Reads and writes head rows. Bypasses mongoose models for speed: every autosave goes through here, and the server
 * builds the rows itself.
 */
export class HeadRepository<R extends ManuscriptHead> {
  readonly #heads: Collection<HeadDocument>;
  readonly #kind: ManuscriptKind<R>;
  readonly #renames: typeof headRenames;
  readonly #appends: AppendBatch;

  constructor(connection: Connection, manuscriptKind: ManuscriptKind<R>, logger: Logger) {
    this.#heads = connection.collection<HeadDocument>(manuscriptKind.collections.heads);
    this.#kind = manuscriptKind;
    this.#renames = manuscriptKind.renames ?? headRenames;
    this.#appends = new AppendBatch(connection, this.#heads, logger);
  }

  /** The owner's live manuscript with its current text. Throws 404 otherwise. */
  async getLive(id: string, userId: string): Promise<R> {
    return (await this.getWithPending(id, userId)).head;
  }

  /** Like `getLive`, with the pending changes. */
  async getWithPending(id: string, userId: string): Promise<HeadWithPending<R>> {
    const found = await this.findWithPending(id);
    if (!found || found.head.userId !== userId || found.head.state !== 'live')
      throw new ProblemError(this.#kind.errors.notFound);
    return found;
  }

  /** Finds a manuscript in any state and of any owner. */
  async findWithPending(id: string): Promise<HeadWithPending<R> | null> {
    const row = (await this.#heads.findOne({ _id: id })) as StoredHead<R> | null;
    return row ? { head: readStoredHead(row, this.#renames), pending: row.recent } : null;
  }

  /** Writes a save that does not change the text. Returns false when the row has changed since it was read. */
  async updateFields({ before, after, storedDelta }: SavePlan<R>): Promise<boolean> {
    return (
      (
        await this.#heads.updateOne(matchesRead(before), {
          $set: this.#changedFields(before, after) as never,
          ...incrementOf(storedDelta),
        })
      ).matchedCount === 1
    );
  }

  /**
   * Writes a save with the text and clears the pending changes. Returns them, or null when the row has changed
   * since it was read.
   */
  async flush({ before, after, storedDelta }: SavePlan<R>, session: ClientSession): Promise<Change[] | null> {
    const set = { ...this.#changedFields(before, after), content: after.content, recent: [] };
    const row = (await this.#heads.findOneAndUpdate(
      matchesRead(before),
      { $set: set as never, ...incrementOf(storedDelta) },
      { returnDocument: 'before', projection: { recent: 1 }, session },
    )) as Pick<StoredHead<R>, 'recent'> | null;
    return row?.recent ?? null;
  }

  /**
   * Appends the change of a save to the pending changes, without writing the text. Returns false when the row may have
   * changed since it was read; the caller must read it again.
   */
  async append({ before, after, change, storedDelta }: SavePlan<R>): Promise<boolean> {
    if (!change) throw new Error('Only a change of the text can be appended.');
    const update = {
      $set: this.#changedFields(before, after),
      $push: { recent: change as never },
      ...incrementOf(storedDelta),
    };
    return await this.#appends.append({ filter: matchesRead(before), update, change });
  }

  /** Updates a pending change. Returns null when that revision is not pending. */
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

  /** The newest revision of a manuscript inside a transaction. Throws 404. */
  async getRev(id: string, session: ClientSession): Promise<number> {
    const row = await this.#heads.findOne({ _id: id }, { projection: { rev: 1 }, session });
    if (!row) throw new ProblemError(this.#kind.errors.notFound);
    return row['rev'] as number;
  }

  /** Pins the current revisions of manuscripts against compaction, if their changes are still pending. */
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

  /** Increments the byte counters. Does not increment the version, because no save depends on them. */
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

  /** Ids of manuscripts whose compaction is due. */
  async listDueForCompaction(now: Date, limit: number): Promise<string[]> {
    const rows = await this.#heads
      .find({ [this.#renames.storedName('compactAt')]: { $gt: epoch, $lte: now } }, { projection: { _id: 1 }, limit })
      .toArray();
    return rows.map(({ _id }) => _id);
  }

  /**
   * Schedules the next compaction before the current one starts, so that it is retried after a crash. Returns the new
   * version, or null when the row is gone.
   */
  async scheduleCompaction(id: string, at: Date): Promise<number | null> {
    const row = await this.#heads.findOneAndUpdate(
      { _id: id },
      { $set: this.#renames.withBothNames({ compactAt: at }), $inc: { version: 1 as never } },
      { returnDocument: 'after', projection: { version: 1 } },
    );
    return (row as Pick<R, 'version'> | null)?.version ?? null;
  }

  /** Sets the next compaction, unless the head was written since `version`. */
  async rescheduleCompaction(id: string, version: number, at: Date): Promise<void> {
    await this.#setCompaction(id, version, at);
  }

  /** Cancels compaction until the next save, unless the head was written since `version`. */
  async clearCompaction(id: string, version: number): Promise<void> {
    await this.#setCompaction(id, version, null);
  }

  async #setCompaction(id: string, version: number, compactAt: Date | null): Promise<void> {
    const update = { $set: this.#renames.withBothNames({ compactAt }), $inc: { version: 1 as never } };
    await this.#heads.updateOne({ _id: id, version }, update);
  }

  /** The changed fields as they are stored, without the text. */
  #changedFields(before: R, after: R): Record<string, unknown> {
    const changed: Record<string, unknown> = {};
    for (const name of Object.keys(after) as (keyof R & string)[]) {
      if (!excludedFields.has(name) && after[name] !== before[name]) changed[name] = after[name];
    }
    return this.#renames.withBothNames(changed);
  }
}

const matchesRead = ({ _id, version, state }: ManuscriptHead) => ({ _id, version, state });

const incrementOf = (storedDelta: number) => (storedDelta === 0 ? {} : { $inc: { storedBytes: storedDelta as never } });

/** Fields that a save does not `$set`: the text is only written by a flush, and the counters are incremented. */
const excludedFields: ReadonlySet<string> = new Set(['content', 'storedBytes', 'deletedBytes']);
