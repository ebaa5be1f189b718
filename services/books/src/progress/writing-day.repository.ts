import { deleteUpTo } from '@inkbear/service-kit/erasure';
import type { ClientSession, Connection } from 'mongoose';
import type { WordsOfDay } from './progress.ts';

/** The words reported for a book on one date. */
interface WritingDayRow extends WordsOfDay {
  /** `<bookId>:<localDate>` */
  _id: string;
  bookId: string;
  userId: string;
}

/** Ten years of writing every day. */
const maxDays = 3660;

/** Words by book and date, incremented in the transactions that report them. */
export class WritingDayRepository {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async add(
    { bookId, userId }: { bookId: string; userId: string },
    { localDate, typedWords, otherWords }: WordsOfDay,
    session: ClientSession,
  ): Promise<void> {
    await this.#rows.updateOne(
      { _id: `${bookId}:${localDate}` },
      { $inc: { typedWords, otherWords }, $setOnInsert: { bookId, userId, localDate } },
      { session, upsert: true },
    );
  }

  /** Newest first. */
  list(bookId: string): Promise<WordsOfDay[]> {
    return this.#rows
      .find({ bookId }, { projection: { _id: 0, localDate: 1, typedWords: 1, otherWords: 1 } })
      .sort({ localDate: -1 })
      .limit(maxDays)
      .toArray();
  }

  async deleteByBook(bookId: string, session: ClientSession): Promise<void> {
    await this.#rows.deleteMany({ bookId }, { session });
  }

  eraseUser(userId: string, limit: number): Promise<number> {
    return deleteUpTo(this.#rows, { userId }, limit);
  }

  get #rows() {
    return this.#connection.collection<WritingDayRow>('writing_days');
  }
}
