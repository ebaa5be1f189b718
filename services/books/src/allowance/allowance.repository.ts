import { deleteUpTo } from '@inkbear/service-kit/erasure';
import { isDuplicateKey } from '@inkbear/service-kit/mongo';
import type { ClientSession, Collection, Connection } from 'mongoose';
import { type AllowanceRow, emptyAllowance } from './allowance.ts';
import { allowanceModel, creditModel, type CreditRow } from './allowance.model.ts';

export class AllowanceRepository {
  readonly #allowances;
  readonly #credits;

  constructor(connection: Connection) {
    this.#allowances = allowanceModel(connection);
    this.#credits = creditModel(connection);
  }

  /** Creates the row before a transaction uses it, so that concurrent transactions conflict on one document. */
  async ensure(userId: string): Promise<void> {
    if (await this.#allowances.exists({ _id: userId })) return;
    const { _id, ...start } = emptyAllowance(userId);
    try {
      await this.#allowances.updateOne({ _id }, { $setOnInsert: start }, { upsert: true }).exec();
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /** A user without books has no row: returns an empty one. */
  async get(userId: string, session: ClientSession | null = null): Promise<AllowanceRow> {
    return (
      (await this.#allowances.findById(userId).session(session).lean<AllowanceRow>().exec()) ?? emptyAllowance(userId)
    );
  }

  /** When two transactions have read the same row, only one can save it; the other is retried. */
  async save({ _id, ...row }: AllowanceRow, session: ClientSession): Promise<void> {
    await this.#allowances.updateOne({ _id }, { $set: row }, { session, upsert: true }).exec();
  }

  async hasCredit(key: string, session: ClientSession): Promise<boolean> {
    return (await this.#credits.exists({ _id: key }).session(session).exec()) !== null;
  }

  async insertCredit(row: CreditRow, session: ClientSession): Promise<void> {
    await this.#credits.create([row], { session });
  }

  async eraseOfUser(userId: string, limit: number): Promise<number> {
    await this.#allowances.deleteOne({ _id: userId }).exec();
    return await deleteUpTo(this.#credits.collection as unknown as Collection<CreditRow>, { userId }, limit);
  }
}
