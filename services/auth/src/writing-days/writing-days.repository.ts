import { type WritingDay, type WritingStats, writingStats } from '@inkbear/contracts/books/writing-days';
import type { Clock } from '@inkbear/service-kit/clock';
import { deleteUpTo } from '@inkbear/service-kit/erasure';
import type { ClientSession, Connection } from 'mongoose';
import { localDate } from './local-date.ts';

interface Row extends WritingDay {
  _id: string;
  userId: string;
  otherWords: number;
}

/** Words per author and local date, added up from what books reports. */
export class WritingDays {
  readonly #connection: Connection;
  readonly #clock: Clock;

  constructor(connection: Connection, clock: Clock) {
    this.#connection = connection;
    this.#clock = clock;
  }

  async add(
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

  async statsOf(userId: string, timeZone: string): Promise<WritingStats> {
    const days = await this.#rows.find({ userId }).sort({ date: -1 }).limit(3660).toArray();
    return writingStats(days, localDate(this.#clock.now(), timeZone));
  }

  /** Removes at most so many days of a user and answers how many. */
  erase(userId: string, most: number): Promise<number> {
    return deleteUpTo(this.#rows, { userId }, most);
  }

  get #rows() {
    return this.#connection.collection<Row>('writing_days');
  }
}
