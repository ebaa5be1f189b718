import type { Revocation } from '@inkbear/contracts/auth/internal';
import { sessionDays } from '@inkbear/contracts/auth/session-token';
import { sessionRevoked } from '@inkbear/contracts/events';
import type { Transaction } from '@inkbear/service-kit/outbox';
import type { Connection } from 'mongoose';

type Row = { _id: string; seq: number; expiresAt: Date } & ({ kind: 'session'; sid: string } | { kind: 'user'; userId: string; before: number });
const lifeMs = sessionDays * 86_400_000;

/** Sessions that ended before their expiry, in the order in which they ended. Goes by the system's clock, as tokens do. */
export class Revocations {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async revokeSession(transaction: Transaction, sid: string): Promise<void> {
    await this.#insert(transaction, { _id: `session:${sid}`, kind: 'session', sid });
  }

  /** Ends every session that was signed up to this second. */
  async revokeUser(transaction: Transaction, userId: string): Promise<void> {
    const before = Math.floor(Date.now() / 1000) + 1;
    await this.#insert(transaction, { _id: `user:${userId}:${before}`, kind: 'user', userId, before });
  }

  /** Token times are whole seconds: a sign-in in the very second of a revocation waits for the next one, or it would be refused too. */
  async waitUntilSignable(userId: string): Promise<void> {
    const newest = await this.#rows.findOne({ _id: { $gte: `user:${userId}:`, $lt: `user:${userId};` } }, { sort: { _id: -1 } });
    const waitMs = newest?.kind === 'user' ? newest.before * 1000 - Date.now() : 0;
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
  }

  async listAfter(after: number): Promise<{ revocations: Revocation[]; seq: number }> {
    const rows = await this.#rows.find({ seq: { $gt: after } }).sort({ seq: 1 }).limit(10_000).toArray();
    return { revocations: rows.map(present), seq: rows.at(-1)?.seq ?? after };
  }

  /** The counter is raised in the same transaction, so seqs appear in their order. Revoking twice is one revocation. */
  async #insert(transaction: Transaction, what: { _id: string } & ({ kind: 'session'; sid: string } | { kind: 'user'; userId: string; before: number })): Promise<void> {
    const { session } = transaction;
    if (await this.#rows.findOne({ _id: what._id }, { session })) return;
    const counter = await this.#connection.collection<{ _id: string; seq: number }>('revocation_seq').findOneAndUpdate({ _id: 'seq' }, { $inc: { seq: 1 } }, { session, upsert: true, returnDocument: 'after' });
    const row: Row = { ...what, seq: counter?.seq ?? 1, expiresAt: new Date(Date.now() + lifeMs) };
    await this.#rows.insertOne(row, { session });
    await transaction.emit(sessionRevoked, what._id, present(row));
  }

  get #rows() {
    return this.#connection.collection<Row>('revocations');
  }
}

function present(row: Row): Revocation {
  const { seq } = row;
  const expiresAt = row.expiresAt.toISOString();
  return row.kind === 'session' ? { kind: 'session', seq, sid: row.sid, expiresAt } : { kind: 'user', seq, userId: row.userId, before: row.before, expiresAt };
}
