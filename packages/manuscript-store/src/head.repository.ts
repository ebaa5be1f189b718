import type { ClientSession, Connection } from 'mongoose';
import { ProblemError } from '@inkbear/service-kit/problem';
import { AppendBatch, type HeadDocument } from './append-batch.ts';
import type { Change } from './change.ts';
import type { Decision } from './decide-save.ts';
import { headOf, type ManuscriptRow, type Noun } from './manuscript.ts';

/** The lower bound of the index on work that waits. */
const never = new Date(0);

/** Head rows. Past mongoose's models: every autosave comes through here, and its rows are built by the server. */
export class HeadRepository<R extends ManuscriptRow> {
  readonly #connection: Connection;
  readonly #noun: Noun<R>;
  readonly #appends = new AppendBatch(() => this.#heads);

  constructor(connection: Connection, noun: Noun<R>) {
    this.#connection = connection;
    this.#noun = noun;
  }

  /** The owner's manuscript with its head text; the noun's 404 for anything else. */
  async getLive(id: string, userId: string): Promise<R> {
    const row = await this.findHead(id);
    if (!row || row.userId !== userId || row.state !== 'live') throw new ProblemError(this.#noun.errors.notFound);
    return row;
  }

  /** In whatever state, of whomever. */
  async findHead(id: string): Promise<R | null> {
    const row = (await this.#heads.findOne({ _id: id })) as R | null;
    return row ? headOf(row) : null;
  }

  /** Writes a decision if the row is still as it was read; false when it is not. */
  async swap({ before, after, settles }: Decision<R>, session?: ClientSession): Promise<boolean> {
    const set = { ...changedFields(before, after), ...(settles ? { content: after.content, recent: [] } : {}) };
    const result = await this.#heads.updateOne(asRead(before), { $set: set as never }, session ? { session } : {});
    return result.matchedCount === 1;
  }

  /** Writes a decision whose change waits, without the text; false when the row is no longer as it was read. */
  async append({ before, after, change }: Decision<R>): Promise<boolean> {
    return await this.#appends.append({ id: before._id, changeId: change?.changeId ?? '', filter: asRead(before), update: { $set: changedFields(before, after), $push: { recent: change as never } } });
  }

  /** Changes one that waits; null when that revision does not wait (any more). */
  async updateWaiting(id: string, rev: number, set: Pick<Change, 'name'> | Pick<Change, 'kept'>, session?: ClientSession): Promise<Change | null> {
    const fields = Object.fromEntries(Object.entries(set).map(([name, value]) => [`recent.$.${name}`, value]));
    const row = (await this.#heads.findOneAndUpdate({ _id: id, 'recent.rev': rev }, { $set: fields as never, $inc: { version: 1 as never } }, { returnDocument: 'after', projection: { recent: 1 }, ...(session ? { session } : {}) })) as Pick<R, 'recent'> | null;
    return row?.recent.find((change) => change.rev === rev) ?? null;
  }

  async listThinDue(now: Date, limit: number): Promise<string[]> {
    const rows = await this.#heads.find({ thinAt: { $gt: never, $lte: now } }, { projection: { _id: 1 }, limit }).toArray();
    return rows.map(({ _id }) => _id);
  }

  /** Answers the version after the change, null when the row is gone. */
  async delayThin(id: string, thinAt: Date): Promise<number | null> {
    const row = await this.#heads.findOneAndUpdate({ _id: id }, { $set: { thinAt: thinAt }, $inc: { version: 1 as never } }, { returnDocument: 'after', projection: { version: 1 } });
    return (row as Pick<R, 'version'> | null)?.version ?? null;
  }

  async endThin(id: string, version: number): Promise<void> {
    await this.#heads.updateOne({ _id: id, version }, { $set: { thinAt: null }, $inc: { version: 1 as never } });
  }

  get #heads() {
    return this.#connection.collection<HeadDocument>(this.#noun.collections.heads);
  }
}

const asRead = ({ _id, version, state }: ManuscriptRow) => ({ _id, version, state });

/** Everything but the text. */
function changedFields<R extends ManuscriptRow>(before: R, after: R): Record<string, unknown> {
  const changed: Record<string, unknown> = {};
  for (const name of Object.keys(after) as (keyof R & string)[]) {
    if (name !== 'content' && name !== 'recent' && after[name] !== before[name]) changed[name] = after[name];
  }
  return changed;
}
