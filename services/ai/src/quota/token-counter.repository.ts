import { isDuplicateKey } from '@inkbear/service-kit/mongo';
import type { Connection } from 'mongoose';

interface CounterRow {
  _id: string;
  /** The day's tokens, both spent and reserved. */
  used: number;
  /**
   * Reserved tokens by reservation id. The update that corrects `used` also removes the entry, so a reservation is
   * never released twice.
   */
  holds?: Record<string, number>;
  userId?: string;
  expireAt?: Date;
}
/**
 * The row is inserted before the counters are raised and deleted after they are corrected. A row that remains after a
 * crash tells the job what to release.
 */
export interface TokenReservationRow {
  _id: string;
  userId: string;
  /** Ids of the counters: the user's, that of all users, and that of automatic calls. */
  keys: readonly string[];
  amount: number;
  /** The estimated tokens of the prompt, which count as spent after a crash. Absent in rows of earlier releases. */
  promptTokens?: number;
  /** The tokens that the call has spent; stored before the counters are corrected. */
  spent?: number;
  createdAt: Date;
}

/** How long a daily counter is kept. */
const retentionMs = 3 * 86_400_000;

/** Daily token counters, and the reservations on them. */
export class TokenCounterRepository {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async insertReservation(reservation: TokenReservationRow): Promise<void> {
    await this.#reservations.insertOne(reservation);
  }

  findReservation(id: string): Promise<TokenReservationRow | null> {
    return this.#reservations.findOne({ _id: id });
  }

  /** Reservations that were made before this time, oldest first. */
  listReservationsBefore(time: Date, limit: number): Promise<TokenReservationRow[]> {
    return this.#reservations
      .find({ createdAt: { $lt: time } })
      .sort({ createdAt: 1 })
      .limit(limit)
      .toArray();
  }

  listReservationsOf(userId: string, limit: number): Promise<TokenReservationRow[]> {
    return this.#reservations.find({ userId }).limit(limit).toArray();
  }

  /** Reserves tokens on one counter by a conditional update. False when the ceiling would be exceeded. */
  async reserve(
    id: string,
    amount: number,
    { key, max, owner }: { key: string; max: number; owner: { userId?: string } },
  ): Promise<boolean> {
    const belowCeiling = { _id: key, used: { $lte: max - amount } };
    const change = { $inc: { used: amount }, $set: { [`holds.${id}`]: amount } };
    const updated = await this.#counters.updateOne(belowCeiling, change);
    if (updated.modifiedCount === 1) return true;
    try {
      const first = { ...change, $setOnInsert: { ...owner, expireAt: new Date(Date.now() + retentionMs) } };
      const inserted = await this.#counters.updateOne({ _id: key, used: { $exists: false } }, first, { upsert: true });
      return inserted.upsertedCount === 1 || inserted.modifiedCount === 1;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    // The counter exists: either its ceiling is reached, or another call has inserted it in the meantime.
    const retried = await this.#counters.updateOne(belowCeiling, change);
    return retried.modifiedCount === 1;
  }

  /** Replaces the reserved tokens on the counters with the tokens spent, and deletes the reservation. */
  async release({ _id: id, keys, amount }: TokenReservationRow, spent: number): Promise<void> {
    // Stored first, so that after a crash between two counters the job corrects the next ones by the same value.
    if (spent > 0) await this.#reservations.updateOne({ _id: id }, { $set: { spent } });
    for (const key of keys) {
      await this.#counters.updateOne(
        { _id: key, [`holds.${id}`]: amount },
        { $inc: { used: spent - amount }, $unset: { [`holds.${id}`]: '' } },
      );
    }
    await this.#reservations.deleteOne({ _id: id });
  }

  /**
   * Counts tokens whose reservation was already released. The user's counters are not upserted, because a user who was
   * erased in the meantime must not get a new one.
   */
  async addSpent({ ofUser, ofAll }: { ofUser: readonly string[]; ofAll: string }, spent: number): Promise<void> {
    const expireAt = new Date(Date.now() + retentionMs);
    await this.#counters.updateMany({ _id: { $in: [...ofUser] } }, { $inc: { used: spent } });
    await this.#counters.updateOne(
      { _id: ofAll },
      { $inc: { used: spent }, $setOnInsert: { expireAt } },
      { upsert: true },
    );
  }

  /** The tokens of a counter that were spent, without those that running calls have reserved. */
  async countSpent(key: string): Promise<number> {
    const { used = 0, holds = {} } = (await this.#counters.findOne({ _id: key })) ?? {};
    return used - Object.values(holds).reduce((sum, held) => sum + held, 0);
  }

  get #counters() {
    return this.#connection.collection<CounterRow>('usage');
  }
  get #reservations() {
    return this.#connection.collection<TokenReservationRow>('token_reservations');
  }
}
