import type { ClientSession, Connection } from 'mongoose';
import { createCollections } from './migrations.ts';

export interface RevocationRow<What> {
  _id: string;
  seq: number;
  expiresAt: Date;
  what: What;
}

/** Sessions that ended before their expiry, in the order in which they ended. Goes by the system's clock, as tokens do. */
export class RevocationLog<What extends object> {
  readonly #connection: Connection;
  readonly #lifeMs: number;

  /** `lifeMs`: after this long every revoked token has expired by itself, and the row goes. */
  constructor(connection: Connection, lifeMs: number) {
    this.#connection = connection;
    this.#lifeMs = lifeMs;
  }

  /** The new row, or null when this was revoked before. The counter is raised in the same transaction, so seqs appear in their order. */
  async insert(session: ClientSession, id: string, what: What): Promise<RevocationRow<What> | null> {
    if (await this.#rows.findOne({ _id: id } as never, { session })) return null;
    const counter = await this.#connection.collection<{ _id: string; seq: number }>('revocation_seq').findOneAndUpdate({ _id: 'seq' }, { $inc: { seq: 1 } }, { session, upsert: true, returnDocument: 'after' });
    if (!counter) throw new Error('The revocation counter was not written.');
    const row: RevocationRow<What> = { _id: id, seq: counter.seq, expiresAt: new Date(Date.now() + this.#lifeMs), what };
    await this.#rows.insertOne(row as never, { session });
    return row;
  }

  async listAfter(after: number): Promise<RevocationRow<What>[]> {
    return (await this.#rows.find({ seq: { $gt: after } } as never).sort({ seq: 1 }).limit(10_000).toArray()) as unknown as RevocationRow<What>[];
  }

  /** The newest row whose id begins with `prefix`. */
  async findNewest(prefix: string): Promise<RevocationRow<What> | null> {
    return (await this.#rows.findOne({ _id: { $gte: prefix, $lt: `${prefix}\uffff` } } as never, { sort: { _id: -1 } })) as unknown as RevocationRow<What> | null;
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
