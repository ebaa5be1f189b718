import { inTransaction, isDuplicateKey } from '@inkbear/service-kit/mongo';
import { deleteUpTo } from '@inkbear/service-kit/erasure';
import type { RemovedText } from '@inkbear/story-analysis/provenance/removed-texts';
import { type ClientSession, type Collection, type Connection, trusted } from 'mongoose';
import { provenanceModels } from './provenance.model.ts';
import {
  type AiResultRow,
  type BookProvenanceRow,
  type ChapterProvenanceRow,
  emptyBook,
  maxComparedResults,
  withRemovedText,
} from './provenance.ts';

/** Lower bound of the partial index on `forgetAt`; a query must repeat it. */
const epoch = new Date(0);

/** Where the words of chapters come from. Callers check first that a book belongs to the user. */
export class ProvenanceRepository {
  readonly #connection;
  readonly #chapters;
  readonly #books;
  readonly #results;

  constructor(connection: Connection) {
    this.#connection = connection;
    const { chapters, books, results } = provenanceModels(connection);
    this.#chapters = chapters;
    this.#books = books;
    this.#results = results;
  }

  /** The rows of a book's chapters without their spans. */
  listChapters(bookId: string): Promise<Omit<ChapterProvenanceRow, 'spans'>[]> {
    return this.#chapters.find({ bookId }, { spans: 0 }).lean<Omit<ChapterProvenanceRow, 'spans'>[]>().exec();
  }

  findChapter(chapterId: string, session: ClientSession | null = null): Promise<ChapterProvenanceRow | null> {
    return this.#chapters.findById(chapterId).session(session).lean<ChapterProvenanceRow>().exec();
  }

  findBook(bookId: string): Promise<BookProvenanceRow | null> {
    return this.#books.findById(bookId).lean<BookProvenanceRow>().exec();
  }

  /**
   * Adds a text to the removed ones of a book, so that its words keep their classes where they are inserted. The oldest
   * ones beyond the limit are dropped, and a text that alone exceeds it is not added.
   */
  async addRemoved(
    { bookId, userId }: { bookId: string; userId: string },
    removed: RemovedText,
    session: ClientSession,
  ): Promise<void> {
    const stored = await this.#books.findById(bookId).session(session).lean<BookProvenanceRow>().exec();
    const row = withRemovedText(stored ?? emptyBook(bookId, userId), removed);
    if (row && !(await this.#saveBook(row, session)))
      throw new Error('The provenance of the book was changed within a transaction.');
  }

  /** Stores the rows of a book. Returns false when another process has stored some since `book` was read. */
  async save(chapters: readonly ChapterProvenanceRow[], book: BookProvenanceRow): Promise<boolean> {
    const isSaved = inTransaction(this.#connection, async (session) => {
      if (!(await this.#saveBook(book, session))) return false;
      if (chapters.length > 0)
        await this.#chapters.bulkWrite(
          chapters.map((row) => ({ replaceOne: { filter: { _id: row._id }, replacement: row, upsert: true } })),
          { session },
        );
      return true;
    });
    return await isSaved.catch((error: unknown) => {
      // Two processes have read a book that had no row yet.
      if (isDuplicateKey(error)) return false;
      throw error;
    });
  }

  async #saveBook({ _id, version, ...row }: BookProvenanceRow, session: ClientSession): Promise<boolean> {
    const update = { $set: { ...row, version: version + 1 } };
    const { matchedCount, upsertedCount } = await this.#books
      .updateOne({ _id, version }, update, { session, upsert: version === 0 })
      .exec();
    return matchedCount + upsertedCount === 1;
  }

  /** Books with removed texts that are to be deleted now. */
  listPurgeDue(now: Date, limit: number): Promise<BookProvenanceRow[]> {
    return this.#books
      .find({ forgetAt: trusted({ $gt: epoch, $lte: now }) })
      .limit(limit)
      .lean<BookProvenanceRow[]>()
      .exec();
  }

  /** Results with these ids, and the newest ones of the book if copies of them are to be recognised. */
  async listResults(
    bookId: string,
    { ids, withCopies }: { ids: readonly string[]; withCopies: boolean },
  ): Promise<AiResultRow[]> {
    const named = await this.#results
      .find({ bookId, _id: trusted({ $in: [...ids] }) }, { fingerprint: 0 })
      .lean<AiResultRow[]>()
      .exec();
    if (!withCopies) return named;
    const newest = await this.#results
      .find({ bookId, fingerprint: trusted({ $ne: null }) })
      .sort({ createdAt: -1 })
      .limit(maxComparedResults)
      .lean<AiResultRow[]>()
      .exec();
    return [...named, ...newest];
  }

  /** Stores a result; one without a fingerprint does not replace one that has it. */
  async saveResult({ _id, ...row }: AiResultRow, session: ClientSession): Promise<void> {
    const update = row.fingerprint ? { $set: row } : { $setOnInsert: row };
    await this.#results.updateOne({ _id }, update, { session, upsert: true }).exec();
  }

  /** Also deletes what was removed from the chapters of the book, because it may have been removed from this one. */
  async deleteChapter(
    { chapterId, bookId }: { chapterId: string; bookId: string },
    session: ClientSession,
  ): Promise<void> {
    await this.#chapters.deleteOne({ _id: chapterId }, { session }).exec();
    const purge = { $set: { removed: [], forgetAt: null }, $inc: { version: 1 } };
    await this.#books.updateOne({ _id: bookId }, purge, { session }).exec();
  }

  async deleteByBook(bookId: string, session: ClientSession): Promise<void> {
    await this.#chapters.deleteMany({ bookId }, { session }).exec();
    await this.#books.deleteOne({ _id: bookId }, { session }).exec();
    await this.#results.deleteMany({ bookId }, { session }).exec();
  }

  async eraseUser(userId: string, limit: number): Promise<number> {
    let erased = 0;
    for (const model of [this.#chapters, this.#books, this.#results]) {
      const rows = model.collection as unknown as Collection<AiResultRow>;
      if (erased < limit) erased += await deleteUpTo(rows, { userId }, limit - erased);
    }
    return erased;
  }
}
