import { deleteUpTo } from '@inkbear/service-kit/erasure';
import { isDuplicateKey } from '@inkbear/service-kit/mongo';
import type { ClientSession, Connection } from 'mongoose';
import { type AllowanceRow, emptyAllowance } from './allowance.ts';

/** An entry of the credit ledger. `_id` is a natural key, so each award or use is recorded once. */
interface CreditRow {
  _id: string;
  userId: string;
  amount: number;
  kind: 'award' | 'spend' | 'adjustment' | 'return';
  at: Date;
}

export class AllowanceRepository {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Creates the row before a transaction uses it, so that concurrent transactions conflict on one document. */
  async ensure(userId: string): Promise<void> {
    if (await this.#allowances.findOne({ _id: userId }, { projection: { _id: 1 } })) return;
    const { _id, ...start } = emptyAllowance(userId);
    try {
      await this.#allowances.updateOne({ _id }, { $setOnInsert: start }, { upsert: true });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /** A user without books has no row: returns an empty one. */
  async get(userId: string, session?: ClientSession): Promise<AllowanceRow> {
    return (await this.#allowances.findOne({ _id: userId }, session ? { session } : {})) ?? emptyAllowance(userId);
  }

  /** When two transactions have read the same row, only one can save it; the other is retried. */
  async save({ _id, ...row }: AllowanceRow, session: ClientSession): Promise<void> {
    await this.#allowances.updateOne({ _id }, { $set: row }, { session, upsert: true });
  }

  async hasCredit(key: string, session: ClientSession): Promise<boolean> {
    return (await this.#credits.findOne({ _id: key }, { session, projection: { _id: 1 } })) !== null;
  }

  async insertCredit(row: CreditRow, session: ClientSession): Promise<void> {
    await this.#credits.insertOne(row, { session });
  }

  async eraseUser(userId: string, limit: number): Promise<number> {
    await this.#allowances.deleteOne({ _id: userId });
    return await deleteUpTo(this.#credits, { userId }, limit);
  }

  get #allowances() {
    return this.#connection.collection<AllowanceRow>('allowances');
  }
  get #credits() {
    return this.#connection.collection<CreditRow>('credit_ledger');
  }
}
