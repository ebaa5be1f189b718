import { deleteUpTo } from '@inkbear/service-kit/erasure';
import type { ClientSession, Collection } from 'mongoose';
import type { BookSettingsModel } from './book-settings-schema.ts';
import type { BookSettingsRow } from './book-settings.ts';

/** Settings of one kind by book. Callers check first that the book belongs to the user. */
export class BookSettingsRepository<S extends object> {
  readonly #rows;
  readonly #defaults;

  constructor(model: BookSettingsModel, defaults: Readonly<S>) {
    this.#rows = model;
    this.#defaults = defaults;
  }

  /** Null until settings are saved. A setting that did not exist yet when they were saved has its default. */
  async find(bookId: string, session: ClientSession | null = null): Promise<BookSettingsRow<S> | null> {
    const row = await this.#rows.findById(bookId).session(session).lean<BookSettingsRow<S>>().exec();
    return row && { ...row, settings: { ...this.#defaults, ...row.settings } };
  }

  async save(row: BookSettingsRow<S>, session: ClientSession): Promise<void> {
    await this.#rows.replaceOne({ _id: row._id }, row, { session, upsert: true }).exec();
  }

  async deleteByBook(bookId: string, session: ClientSession): Promise<void> {
    await this.#rows.deleteOne({ _id: bookId }, { session }).exec();
  }

  eraseUser(userId: string, limit: number): Promise<number> {
    return deleteUpTo(this.#rows.collection as unknown as Collection<BookSettingsRow<S>>, { userId }, limit);
  }
}
