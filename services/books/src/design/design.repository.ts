import { designDefaults } from '@inkbear/contracts/books/design';
import { deleteUpTo } from '@inkbear/service-kit/erasure';
import type { ClientSession, Collection, Connection } from 'mongoose';
import { designModel } from './design.model.ts';
import type { DesignRow } from './design.ts';

/** Designs by book. Callers check first that the book belongs to the user. */
export class DesignRepository {
  readonly #designs;

  constructor(connection: Connection) {
    this.#designs = designModel(connection);
  }

  /** Null until a design is saved. Settings that the release which saved it did not have get their defaults. */
  async find(bookId: string, session: ClientSession | null = null): Promise<DesignRow | null> {
    const row = await this.#designs.findById(bookId).session(session).lean<DesignRow>().exec();
    return row && { ...row, settings: { ...designDefaults, ...row.settings } };
  }

  async save(row: DesignRow, session: ClientSession): Promise<void> {
    await this.#designs.replaceOne({ _id: row._id }, row, { session, upsert: true }).exec();
  }

  async deleteOfBook(bookId: string, session: ClientSession): Promise<void> {
    await this.#designs.deleteOne({ _id: bookId }, { session }).exec();
  }

  eraseOfUser(userId: string, limit: number): Promise<number> {
    return deleteUpTo(this.#designs.collection as unknown as Collection<DesignRow>, { userId }, limit);
  }
}
