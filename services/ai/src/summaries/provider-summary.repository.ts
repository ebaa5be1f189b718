import { listedChaptersMax } from '@inkbear/contracts/books/chapter';
import { deleteUpTo } from '@inkbear/service-kit/erasure';
import type { ClientSession, Connection } from 'mongoose';
import type { ProviderSummary } from '../generations/task.ts';

/** What a provider has written of a chapter. It can be written again at any time, so it does not count as the author's. */
export interface ProviderSummaryRow extends ProviderSummary {
  /** The id of the chapter. */
  _id: string;
  bookId: string;
  userId: string;
  promptVersion: string;
  createdAt: Date;
}

/** Summaries by chapter. Callers check first that the chapter belongs to the user. */
export class ProviderSummaryRepository {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  find(chapterId: string): Promise<ProviderSummaryRow | null> {
    return this.#rows.findOne({ _id: chapterId });
  }

  /** Those of all chapters of a book, by chapter. */
  async findOfBook(bookId: string): Promise<ReadonlyMap<string, ProviderSummary>> {
    const rows = await this.#rows
      .find({ bookId }, { projection: { texts: 1, fingerprint: 1 } })
      .limit(listedChaptersMax)
      .toArray();
    return new Map(rows.map(({ _id, texts, fingerprint }) => [_id, { texts, fingerprint }]));
  }

  async save({ _id, ...row }: ProviderSummaryRow): Promise<void> {
    await this.#rows.updateOne({ _id }, { $set: row }, { upsert: true });
  }

  async deleteOfBook(bookId: string, session: ClientSession): Promise<void> {
    await this.#rows.deleteMany({ bookId }, { session });
  }

  async deleteOfChapter(chapterId: string, session: ClientSession): Promise<void> {
    await this.#rows.deleteOne({ _id: chapterId }, { session });
  }

  /** Deletes the summaries of up to `limit` chapters of a user and returns their number. */
  erase(userId: string, limit: number): Promise<number> {
    return deleteUpTo(this.#rows, { userId }, limit);
  }

  get #rows() {
    return this.#connection.collection<ProviderSummaryRow>('provider_summaries');
  }
}
