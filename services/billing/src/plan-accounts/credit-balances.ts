import { creditBalanceChanged } from '@inkbear/contracts/events';
import { on, type Subscription } from '@inkbear/service-kit/consumer';
import type { ClientSession, Connection } from 'mongoose';

interface CreditBalance {
  _id: string;
  balance: number;
  /** Of the latest event of books. */
  seq: number;
}

/** Credits are books' own; what it last told of them is what an admin changes, and stands as such in the audit trail. */
export class CreditBalances {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  readonly subscription: Subscription = on(
    creditBalanceChanged,
    async ({ data: { userId, balance }, seq }, { session }) => {
      const stored = await this.#rows.findOne({ _id: userId }, { session });
      if (!stored || stored.seq < seq)
        await this.#rows.replaceOne({ _id: userId }, { balance, seq }, { session, upsert: true });
    },
  );

  /** Sets what an admin asks books for, and answers what it was; books' own word comes a moment later and stands. */
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
    return this.#connection.collection<CreditBalance>('credit_balances');
  }
}
