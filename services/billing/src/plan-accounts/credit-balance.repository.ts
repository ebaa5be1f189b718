import type { ClientSession, Connection } from 'mongoose';

interface CreditBalanceRow {
  /** The user's id. */
  _id: string;
  balance: number;
  /** `seq` of the latest event from books. */
  seq: number;
}

/**
 * The credit balances as last published by books, which owns them. Billing keeps a copy so that the audit trail can
 * record the balance before an admin's change.
 */
export class CreditBalanceRepository {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async upsertIfNewer(
    { userId, balance, seq }: { userId: string; balance: number; seq: number },
    session: ClientSession,
  ): Promise<void> {
    const stored = await this.#rows.findOne({ _id: userId }, { session });
    if (!stored || stored.seq < seq)
      await this.#rows.replaceOne({ _id: userId }, { balance, seq }, { session, upsert: true });
  }

  /**
   * Stores the balance that an admin requests from books, and returns the previous one. The next event from books
   * overwrites it.
   */
  async override(userId: string, balance: number, session: ClientSession): Promise<number> {
    const before = await this.#rows.findOneAndUpdate(
      { _id: userId },
      { $set: { balance }, $setOnInsert: { seq: 0 } },
      { session, upsert: true, returnDocument: 'before' },
    );
    return before?.balance ?? 0;
  }

  async erase(userId: string): Promise<void> {
    await this.#rows.deleteOne({ _id: userId });
  }

  get #rows() {
    return this.#connection.collection<CreditBalanceRow>('credit_balances');
  }
}
