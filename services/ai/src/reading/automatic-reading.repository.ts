import { deleteUpTo } from '@inkbear/service-kit/erasure';
import { roundRobinByUser } from '@inkbear/service-kit/round-robin';
import type { ClientSession, Connection } from 'mongoose';

/** What changed in a chapter since AI read it, in a book whose author allows automatic reading. */
export interface AutomaticReadingRow {
  /** The id of the chapter. */
  _id: string;
  bookId: string;
  userId: string;
  /** The newest revision that is known. */
  rev: number;
  /** Words that changed since the last reading. */
  changedWords: number;
  /** When AI began to read it last; null before the first time. */
  readAt: Date | null;
  /** Null while too few words have changed. */
  dueAt: Date | null;
}

/** A chapter with fewer changed words is not read. */
const minChangedWords = 50;
/** A chapter is read when it was not changed for this long. */
const debounceMs = 120_000;
/** A chapter is read at most once in this time. */
const intervalMs = 600_000;
/** How many due chapters one query returns at most. */
const maxDueRows = 2000;

interface ChapterChange {
  readonly chapterId: string;
  readonly bookId: string;
  readonly userId: string;
  readonly rev: number;
  readonly changedWords: number;
}

export class AutomaticReadingRepository {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async addChange(
    { chapterId, bookId, userId, rev, changedWords }: ChapterChange,
    now: Date,
    session: ClientSession,
  ): Promise<void> {
    const total = { $add: [{ $ifNull: ['$changedWords', 0] }, changedWords] };
    const earliest = { $add: [{ $ifNull: ['$readAt', new Date(0)] }, intervalMs] };
    const dueAt = { $max: [new Date(now.getTime() + debounceMs), earliest] };
    await this.#rows.updateOne(
      { _id: chapterId },
      [
        {
          $set: {
            bookId,
            userId,
            rev: { $max: [rev, '$rev'] },
            changedWords: total,
            readAt: { $ifNull: ['$readAt', null] },
            dueAt: { $cond: [{ $gte: [total, minChangedWords] }, dueAt, null] },
          },
        },
      ],
      { upsert: true, session },
    );
  }

  /** Round robin over users, and for each user the longest waiting chapter first. */
  async listDue(now: Date, limit: number): Promise<AutomaticReadingRow[]> {
    const due = await this.#rows
      .find({ dueAt: { $gt: new Date(0), $lte: now } })
      .sort({ dueAt: 1 })
      .limit(maxDueRows)
      .toArray();
    return roundRobinByUser(due).slice(0, limit);
  }

  /**
   * Claims a due chapter: postpones its due time, so that another process reads it if this one dies. False when it was
   * changed or claimed since it was listed.
   */
  async claim({ _id, rev, dueAt }: AutomaticReadingRow, now: Date): Promise<boolean> {
    const nextDueAt = new Date(now.getTime() + intervalMs);
    const { matchedCount } = await this.#rows.updateOne(
      { _id, rev, dueAt },
      { $set: { readAt: now, dueAt: nextDueAt } },
    );
    return matchedCount === 1;
  }

  /** All changed words are read, unless the chapter was changed meanwhile. */
  async markRead({ _id, rev }: Pick<AutomaticReadingRow, '_id' | 'rev'>): Promise<void> {
    await this.#rows.updateOne({ _id, rev }, { $set: { changedWords: 0, dueAt: null } });
  }

  /** The chapter is not due before its next change. */
  async waitForChange({ _id, rev }: Pick<AutomaticReadingRow, '_id' | 'rev'>): Promise<void> {
    await this.#rows.updateOne({ _id, rev }, { $set: { dueAt: null } });
  }

  /** A chapter that was changed meanwhile is due by that change. */
  async postpone({ _id, rev }: Pick<AutomaticReadingRow, '_id' | 'rev'>, until: Date): Promise<void> {
    await this.#rows.updateOne({ _id, rev }, { $set: { dueAt: until } });
  }

  async delete({ _id, rev }: Pick<AutomaticReadingRow, '_id' | 'rev'>): Promise<void> {
    await this.#rows.deleteOne({ _id, rev });
  }

  async deleteOfBook(bookId: string, session: ClientSession): Promise<void> {
    await this.#rows.deleteMany({ bookId }, { session });
  }

  async deleteOfChapter(chapterId: string, session: ClientSession): Promise<void> {
    await this.#rows.deleteOne({ _id: chapterId }, { session });
  }

  /** Deletes up to `limit` rows of a user and returns their number. */
  erase(userId: string, limit: number): Promise<number> {
    return deleteUpTo(this.#rows, { userId }, limit);
  }

  get #rows() {
    return this.#connection.collection<AutomaticReadingRow>('automatic_readings');
  }
}
