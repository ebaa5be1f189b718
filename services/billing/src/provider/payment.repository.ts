import type { ClientSession, Connection } from 'mongoose';

/** What was published about one payment. Amounts are in minor units. */
export interface LedgerPayment {
  /** The payment's id. */
  _id: string;
  userId: string;
  /** The subscription or one-off that was paid for. */
  objectId: string;
  amount: number;
  refunded: number;
  disputeLostAt: Date | null;
}

export class PaymentRepository {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async listByObject(objectId: string, session?: ClientSession): Promise<LedgerPayment[]> {
    return await this.#rows.find({ objectId }, session ? { session } : {}).toArray();
  }

  async save({ _id, ...payment }: LedgerPayment, session: ClientSession): Promise<void> {
    await this.#rows.replaceOne({ _id }, payment, { session, upsert: true });
  }

  get #rows() {
    return this.#connection.collection<LedgerPayment>('payments');
  }
}
