import { deleteUpTo } from '@inkbear/service-kit/erasure';
import type { ClientSession, Collection, Connection } from 'mongoose';
import type { WordsOfDay } from './progress.ts';
import { type WritingDayRow, writingDayModel } from './writing-day.model.ts';

/** Ten years of writing every day. */
const maxDays = 3660;

/** Words by book and date, incremented in the transactions that report them. */
export class WritingDayRepository {
  readonly #days;

  constructor(connection: Connection) {
    this.#days = writingDayModel(connection);
  }

  async add(
    { bookId, userId }: { bookId: string; userId: string },
    { localDate, typedWords, otherWords }: WordsOfDay,
    session: ClientSession,
  ): Promise<void> {
    await this.#days
      .updateOne(
        { _id: `${bookId}:${localDate}` },
        { $inc: { typedWords, otherWords }, $setOnInsert: { bookId, userId, localDate } },
        { session, upsert: true },
      )
      .exec();
  }

  /** Newest first. */
  list(bookId: string): Promise<WordsOfDay[]> {
    return this.#days
      .find({ bookId }, { _id: 0, localDate: 1, typedWords: 1, otherWords: 1 })
      .sort({ localDate: -1 })
      .limit(maxDays)
      .lean<WordsOfDay[]>()
      .exec();
  }

  async deleteOfBook(bookId: string, session: ClientSession): Promise<void> {
    await this.#days.deleteMany({ bookId }, { session }).exec();
  }

  eraseOfUser(userId: string, limit: number): Promise<number> {
    return deleteUpTo(this.#days.collection as unknown as Collection<WritingDayRow>, { userId }, limit);
  }
}
