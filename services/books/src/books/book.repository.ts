import type { ProviderReading } from '@inkbear/contracts/bible/suggestion';
import type { BookStatus } from '@inkbear/contracts/books/book';
import { limits } from '@inkbear/contracts/plans';
import type { ExpectedFields } from '@inkbear/manuscript-store/preconditions';
import type { StoredBytes } from '@inkbear/service-kit/byte-quota';
import { deleteUpTo } from '@inkbear/service-kit/erasure';
import { ProblemError } from '@inkbear/service-kit/problem';
import { type ClientSession, type Collection, type Connection, trusted } from 'mongoose';
import { bookModel } from './book.model.ts';
import type { BookFields, BookRow } from './book.ts';

/** All fields except the outline. */
export type BookWithoutOutline = Omit<BookRow, 'outline'>;

export class BookRepository {
  readonly #books;

  constructor(connection: Connection) {
    this.#books = bookModel(connection);
  }

  /** The user's book. Throws 404 for a missing, trashed or foreign one. */
  async getLive(id: string, userId: string, session: ClientSession | null = null): Promise<BookRow> {
    const row = await this.#books.findOne({ _id: id, userId, state: 'live' }).session(session).lean<BookRow>().exec();
    if (!row) throw new ProblemError('books.not_found');
    return row;
  }

  /** Without outlines, newest change first. */
  listLive(userId: string): Promise<BookWithoutOutline[]> {
    return this.#books
      .find({ userId, state: 'live' }, { outline: 0 })
      .sort({ updatedAt: -1 })
      .limit(limits.booksPerUser)
      .lean<BookWithoutOutline[]>()
      .exec();
  }

  async countLive(userId: string, session: ClientSession): Promise<number> {
    return await this.#books.countDocuments({ userId, state: 'live' }).session(session).exec();
  }

  /** A book that an import is making for this user; null when there is none. */
  findImporting(id: string, userId: string, session: ClientSession | null = null): Promise<BookRow | null> {
    return this.#books.findOne({ _id: id, userId, state: 'importing' }).session(session).lean<BookRow>().exec();
  }

  /** Bytes of a user's books without chapters; those in the trash count as deleted. */
  async measure(userId: string): Promise<StoredBytes & { listed: number }> {
    const rows = await this.#books
      .aggregate<{ _id: BookRow['state']; stored: number; listed: number }>([
        { $match: { userId } },
        { $group: { _id: '$state', stored: { $sum: '$storedBytes' }, listed: { $sum: '$fieldBytes' } } },
      ])
      .hint('storage')
      .exec();
    const storedAs = (state: BookRow['state']): number => rows.find(({ _id }) => _id === state)?.stored ?? 0;
    const counted = storedAs('live') + storedAs('importing');
    const all = rows.reduce((sum, { stored }) => sum + stored, 0);
    return { counted, deleted: all - counted, listed: rows.find(({ _id }) => _id === 'live')?.listed ?? 0 };
  }

  async insert(row: BookRow, session: ClientSession): Promise<void> {
    await this.#books.create([row], { session });
  }

  /**
   * Null when the book is missing, when its status is none of `statuses`, when its byte counts changed since it was
   * read, or when one of the texts was changed in another tab or on another device since the author read it. A text
   * that already has the new value does not count as changed.
   */
  update(
    { _id, userId, storedBytes, fieldBytes }: Pick<BookRow, '_id' | 'userId' | 'storedBytes' | 'fieldBytes'>,
    { statuses, seen }: { statuses: readonly BookStatus[]; seen: ExpectedFields },
    change: Partial<BookFields> & Pick<BookRow, 'storedBytes' | 'fieldBytes' | 'updatedAt'>,
  ): Promise<BookRow | null> {
    const texts = Object.fromEntries(
      Object.entries(seen).map(([name, text]) => [
        name,
        trusted({ $in: [text, change[name as keyof BookFields] ?? text] }),
      ]),
    );
    return this.#books
      .findOneAndUpdate(
        { ...texts, _id, userId, storedBytes, fieldBytes, state: 'live', status: trusted({ $in: [...statuses] }) },
        { $set: change },
        { returnDocument: 'after' },
      )
      .lean<BookRow>()
      .exec();
  }

  /** Serialises the transactions that change this book's list of chapters: they conflict on this row. Throws 404. */
  async lock(id: string, userId: string, updatedAt: Date, session: ClientSession): Promise<void> {
    const result = await this.#books
      .updateOne({ _id: id, userId, state: 'live' }, { $inc: { structure: 1 }, $set: { updatedAt } }, { session })
      .exec();
    if (result.matchedCount === 0) throw new ProblemError('books.not_found');
  }

  /**
   * Adds to the bytes of design and matter, or of the story bible. Transactions that save one of them conflict on this
   * row. Throws 404 unless the user's book is live.
   * @param count.updatedAt when the author changed it; left out when nothing that the author sees was changed
   */
  async addBytes(
    part: 'pressBytes' | 'bibleBytes',
    { id, userId }: { id: string; userId: string },
    { bytes, updatedAt }: { bytes: number; updatedAt?: Date },
    session: ClientSession,
  ): Promise<void> {
    const result = await this.#books
      .updateOne(
        { _id: id, userId, state: 'live' },
        { $inc: { [part]: bytes, storedBytes: bytes }, ...(updatedAt && { $set: { updatedAt } }) },
        { session },
      )
      .exec();
    if (result.matchedCount === 0) throw new ProblemError('books.not_found');
  }

  /** Subtracts the bytes of what can no longer be undone from a book in any state. */
  async releaseBibleBytes(id: string, bytes: number, session: ClientSession): Promise<void> {
    await this.#books.updateOne({ _id: id }, { $inc: { bibleBytes: -bytes, storedBytes: -bytes } }, { session }).exec();
  }

  /** Shows a book that was imported, with the fields that were imported last. False when it was not being imported. */
  async publishImported(
    { _id, userId }: Pick<BookRow, '_id' | 'userId'>,
    fields: Pick<BookRow, 'dedication' | 'introduction' | 'storedBytes' | 'fieldBytes' | 'pressBytes' | 'updatedAt'>,
    session: ClientSession,
  ): Promise<boolean> {
    const result = await this.#books
      .updateOne(
        { _id, userId, state: 'importing' },
        { $set: { ...fields, state: 'live' }, $inc: { structure: 1 } },
        { session },
      )
      .exec();
    return result.matchedCount === 1;
  }

  /** Returns the book as it was before; null when it was not in the state `from`. */
  changeState(
    { id, userId, from, to }: { id: string; userId: string; from: BookRow['state']; to: BookRow['state'] },
    session: ClientSession,
  ): Promise<BookRow | null> {
    return this.#books
      .findOneAndUpdate(
        { _id: id, userId, state: from },
        { $set: { state: to }, $inc: { structure: 1 } },
        { session, returnDocument: 'before' },
      )
      .lean<BookRow>()
      .exec();
  }

  /** Stores the counters, unless newer ones (by `seq`) were stored. */
  async setAiCounters(
    id: string,
    userId: string,
    seq: number,
    counters: Pick<BookRow, 'titleGenerationCount' | 'outlineGenerationCount'>,
    session: ClientSession,
  ): Promise<void> {
    await this.#books
      .updateOne({ _id: id, userId, aiSeq: trusted({ $lt: seq }) }, { $set: { ...counters, aiSeq: seq } }, { session })
      .exec();
  }

  /** Throws 404. */
  async setProviderReading(id: string, userId: string, providerReading: ProviderReading): Promise<void> {
    const { matchedCount } = await this.#books.updateOne(
      { _id: id, userId, state: 'live' },
      { $set: { providerReading } },
    );
    if (matchedCount === 0) throw new ProblemError('books.not_found');
  }

  async setExported(id: string, userId: string, session: ClientSession): Promise<void> {
    await this.#books.updateOne({ _id: id, userId }, { $set: { exported: true } }, { session }).exec();
  }

  async erase(id: string, session: ClientSession): Promise<void> {
    await this.#books.deleteOne({ _id: id }, { session }).exec();
  }

  async hideAllOfUser(userId: string, session: ClientSession): Promise<void> {
    await this.#books.updateMany({ userId }, { $set: { state: 'erased' } }, { session }).exec();
  }

  eraseUser(userId: string, limit: number): Promise<number> {
    return deleteUpTo(this.#books.collection as unknown as Collection<BookRow>, { userId }, limit);
  }
}
