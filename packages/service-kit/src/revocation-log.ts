import type { ClientSession, Connection } from 'mongoose';
import { createCollections } from './migrations.ts';

export interface RevocationRow<What> {
  _id: string;
  /** Sequence number in this log; unrelated to the `seq` of event envelopes. */
  seq: number;
  expiresAt: Date;
  what: What;
}

const pageSize = 10_000;

/**
 * Sessions that ended before their expiry, numbered in commit order. The counter is incremented in the transaction of
 * the row, so concurrent writers conflict and one is retried. A reader that has read up to a number has therefore
 * missed nothing below it. Uses system time, like token expiry.
 */
export class RevocationLog<What extends object> {
  readonly #connection: Connection;
  readonly #lifeMs: number;

  /** `lifeMs`: the maximum token lifetime. Older rows are deleted, because their tokens have expired. */
  constructor(connection: Connection, lifeMs: number) {
    this.#connection = connection;
    this.#lifeMs = lifeMs;
  }

  /** Returns the new row, or null when this id was revoked before. */
  async insert(session: ClientSession, id: string, what: What): Promise<RevocationRow<What> | null> {
    if (await this.#rows.findOne({ _id: id } as never, { session })) return null;
    const counter = await this.#counter.findOneAndUpdate(
      { _id: 'seq' },
      { $inc: { seq: 1 } },
      { session, upsert: true, returnDocument: 'after' },
    );
    if (!counter) throw new Error('The revocation counter was not written.');
    const row: RevocationRow<What> = {
      _id: id,
      seq: counter.seq,
      expiresAt: new Date(Date.now() + this.#lifeMs),
      what,
    };
    await this.#rows.insertOne(row as never, { session });
    return row;
  }

  /**
   * Returns a page of rows with `seq` above `after`, in order, and the highest `seq` ever assigned, which only a
   * restored backup can decrease.
   */
  async listAfter(after: number): Promise<{ rows: RevocationRow<What>[]; seq: number }> {
    const [rows, counter] = await Promise.all([
      this.#rows
        .find({ seq: { $gt: after } } as never)
        .sort({ seq: 1 })
        .limit(pageSize)
        .toArray(),
      this.#counter.findOne({ _id: 'seq' }),
    ]);
    return { rows: rows as unknown as RevocationRow<What>[], seq: counter?.seq ?? 0 };
  }

  /** The newest row whose id begins with `prefix`. */
  async findNewest(prefix: string): Promise<RevocationRow<What> | null> {
    return (await this.#rows.findOne({ _id: { $gte: prefix, $lt: `${prefix}\uffff` } } as never, {
      sort: { _id: -1 },
    })) as unknown as RevocationRow<What> | null;
  }

  get #counter() {
    return this.#connection.collection<{ _id: string; seq: number }>('revocation_seq');
  }

  get #rows() {
    return this.#connection.collection('revocations');
  }
}

/** For a migration: creates the log's collections and indexes. */
export async function migrateRevocationLog(connection: Connection): Promise<void> {
  await createCollections(connection, ['revocations', 'revocation_seq']);
  await connection.collection('revocations').createIndex({ seq: 1 }, { unique: true });
  await connection.collection('revocations').createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
}
