import { deleteUpTo } from '@inkbear/service-kit/erasure';
import type { ClientSession, Connection } from 'mongoose';

export interface CoverRow {
  /** The book's id. */
  _id: string;
  userId: string;
  /** In pixels. */
  width: number;
  height: number;
  /** The stored image; another one with each upload. */
  storedId: string;
}

/** The covers of books, of which each has at most one. */
export class CoverRepository {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  find(bookId: string, userId: string, session?: ClientSession): Promise<CoverRow | null> {
    return this.#covers.findOne({ _id: bookId, userId }, session ? { session } : {});
  }

  async set(row: CoverRow, session: ClientSession): Promise<void> {
    await this.#covers.replaceOne({ _id: row._id }, row, { upsert: true, session });
  }

  async remove(bookId: string, session: ClientSession): Promise<void> {
    await this.#covers.deleteOne({ _id: bookId }, { session });
  }

  eraseSome(userId: string, limit: number): Promise<number> {
    return deleteUpTo(this.#covers, { userId }, limit);
  }

  get #covers() {
    return this.#connection.collection<CoverRow>('covers');
  }
}
