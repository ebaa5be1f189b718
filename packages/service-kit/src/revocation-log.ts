import type { ClientSession, Connection } from 'mongoose';
import { createCollections } from './migrations.ts';

export interface RevocationRow<What> {
  _id: string;
  /** Its number in the log. It has nothing to do with the `seq` of an event's envelope. */
  seq: number;
  expiresAt: Date;
  what: What;
}

const pageSize = 10_000;

/**
 * Sessions that ended before their expiry, numbered in the order of their commits, whatever their times are: the counter is raised in
 * the transaction of the row, so of two writers one waits for the other or starts again. Who has read up to a number has missed nothing
 * below it. Times are the system's, as those of tokens are.
 */
export class RevocationLog<What extends object> {
  readonly #connection: Connection;
  readonly #lifeMs: number;

  /** `lifeMs`: after this long every revoked token has expired by itself, and the row goes. */
  constructor(connection: Connection, lifeMs: number) {
    this.#connection = connection;
    this.#lifeMs = lifeMs;
  }

  /** The new row, or null when this was revoked before. */
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

  /** A page of the rows with a higher number than `after`, in order, and the highest number that was ever given; only a restored backup makes that one smaller. */
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

/** The step of a service's migrations that makes the log's collections. */
export async function migrateRevocationLog(connection: Connection): Promise<void> {
  await createCollections(connection, ['revocations', 'revocation_seq']);
  await connection.collection('revocations').createIndex({ seq: 1 }, { unique: true });
  await connection.collection('revocations').createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
}
