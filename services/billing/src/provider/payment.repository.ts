import type { ClientSession, Connection } from 'mongoose';

/** What has been published about one payment. */
export interface LedgerPayment {
  _id: string;
  userId: string;
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
