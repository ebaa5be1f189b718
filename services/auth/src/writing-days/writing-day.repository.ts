import { type WritingDay, type WritingStats, writingStats } from '@inkbear/contracts/books/writing-days';
import type { Clock } from '@inkbear/service-kit/clock';
import { deleteUpTo } from '@inkbear/service-kit/erasure';
import { localDateIn } from '@inkbear/service-kit/local-date';
import type { ClientSession, Connection } from 'mongoose';

interface WritingDayRow extends WritingDay {
  _id: string;
  userId: string;
  otherWords: number;
}

/** Words per author and local date, summed from the progress events of books. */
export class WritingDayRepository {
  readonly #connection: Connection;
  readonly #clock: Clock;

  constructor(connection: Connection, clock: Clock) {
    this.#connection = connection;
    this.#clock = clock;
  }

  async addWords(
    userId: string,
    date: string,
    words: { typedWords: number; otherWords: number },
    session: ClientSession,
  ): Promise<void> {
    await this.#rows.updateOne(
      { _id: `${userId}:${date}` },
      { $inc: words, $setOnInsert: { userId, date } },
      { session, upsert: true },
    );
  }

  async getStats(userId: string, timeZone: string): Promise<WritingStats> {
    const days = await this.#rows.find({ userId }).sort({ date: -1 }).limit(3660).toArray();
    return writingStats(days, localDateIn(timeZone, this.#clock.now()));
  }

  /** Deletes at most `limit` days of a user. Returns how many. */
  eraseUser(userId: string, limit: number): Promise<number> {
    return deleteUpTo(this.#rows, { userId }, limit);
  }

  get #rows() {
    return this.#connection.collection<WritingDayRow>('writing_days');
  }
}
