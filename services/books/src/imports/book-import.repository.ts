import { deleteUpTo } from '@inkbear/service-kit/erasure';
import type { ClientSession, Connection } from 'mongoose';
import type { BookImportRow } from './book-import.ts';

const inSession = (session?: ClientSession) => (session ? { session } : {});

/** Imports by their id, and the bytes that they have reserved. Transactions that settle one conflict on its row. */
export class BookImportRepository {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  find(id: string, userId: string, session?: ClientSession): Promise<BookImportRow | null> {
    return this.#imports.findOne({ _id: id, userId }, inSession(session));
  }

  async insert(row: BookImportRow, session: ClientSession): Promise<void> {
    await this.#imports.insertOne(row, { session });
  }

  async insertIfMissing({ _id, ...row }: BookImportRow, session: ClientSession): Promise<void> {
    await this.#imports.updateOne({ _id }, { $setOnInsert: row }, { session, upsert: true });
  }

  /** Records a stored chapter. False when the import is not open any more, or has a chapter at this position. */
  async addChapter(
    { _id, reservedBytes }: Pick<BookImportRow, '_id' | 'reservedBytes'>,
    { index, chapterId, storedBytes }: { index: number; chapterId: string; storedBytes: number },
    session: ClientSession,
  ): Promise<boolean> {
    const position = `chapterIds.${index}`;
    const { matchedCount } = await this.#imports.updateOne(
      // A list that is shorter has no such position. An empty one is not matched by null.
      { _id, state: 'open', $or: [{ [position]: null }, { [position]: { $exists: false } }] },
      { $set: { [position]: chapterId, reservedBytes: Math.max(0, reservedBytes - storedBytes) } },
      { session },
    );
    return matchedCount === 1;
  }

  /** Ends an open import. False when it was not open. */
  async settle(id: string, state: 'finished' | 'abandoned', session: ClientSession): Promise<boolean> {
    const { matchedCount } = await this.#imports.updateOne(
      { _id: id, state: 'open' },
      { $set: { state, reservedBytes: 0, hasLeftovers: state === 'abandoned' } },
      { session },
    );
    return matchedCount === 1;
  }

  async clearLeftovers(id: string): Promise<void> {
    await this.#imports.updateOne({ _id: id }, { $set: { hasLeftovers: false } });
  }

  /** Bytes that the open imports of a user have reserved. A covered query. */
  async sumReserved(userId: string): Promise<number> {
    const [sum] = await this.#imports
      .aggregate<{ bytes: number }>(
        [{ $match: { userId, state: 'open' } }, { $group: { _id: null, bytes: { $sum: '$reservedBytes' } } }],
        { hint: 'storage' },
      )
      .toArray();
    return sum?.bytes ?? 0;
  }

  /**
   * Imports from before `unfinishedBefore` that are open or have leftovers, and all from before `anyBefore`; oldest first.
   */
  listOld(
    { unfinishedBefore, anyBefore }: { unfinishedBefore: Date; anyBefore: Date },
    limit: number,
  ): Promise<BookImportRow[]> {
    return this.#imports
      .find({
        createdAt: { $lt: unfinishedBefore },
        $or: [{ state: 'open' }, { hasLeftovers: true }, { createdAt: { $lt: anyBefore } }],
      })
      .sort({ createdAt: 1 })
      .limit(limit)
      .toArray();
  }

  async delete(id: string): Promise<void> {
    await this.#imports.deleteOne({ _id: id });
  }

  eraseUser(userId: string, limit: number): Promise<number> {
    return deleteUpTo(this.#imports, { userId }, limit);
  }

  get #imports() {
    return this.#connection.collection<BookImportRow>('imports');
  }
}
