import type { Clock } from '@inkbear/service-kit/clock';
import type { Batch } from '@inkbear/service-kit/batches';
import type { EraseRows } from '@inkbear/service-kit/erasure';
import type { AiRefusalReason } from '@inkbear/service-kit/metrics/attribute-values';
import { isDuplicateKey } from '@inkbear/service-kit/mongo';
import type { Connection } from 'mongoose';
import { AiRefusal } from './ai-refusal.ts';
import { dayOf, startOfNextDay } from './limit-rules.ts';

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
interface TokenReservationRow {
  _id: string;
  userId: string;
  /** Ids of the two counters: the user's and that of all users. */
  keys: readonly string[];
  amount: number;
  /** The estimated tokens of the prompt, which count as spent after a crash. Absent in rows of earlier releases. */
  promptTokens?: number;
  /** The tokens that the call has spent; stored before the two counters are corrected. */
  spent?: number;
  createdAt: Date;
}
/** The most that one provider call may spend: the estimated tokens of its prompt and its output limit. */
interface TokenEstimate {
  /** Id of the reservation, unique for each provider call. */
  readonly id: string;
  readonly userId: string;
  readonly amount: number;
  /** The prompt's part of `amount`. */
  readonly promptTokens: number;
}

/** An open reservation of this age belongs to a crashed process and is released. */
export const abandonedAfterMs = 10 * 60_000;
/** Most calls end within this time and release the tokens that they did not spend. */
const busyRetrySeconds = 30;
/** How long a daily counter is kept. */
const retentionMs = 3 * 86_400_000;

/**
 * The daily token ceilings of each user and of all users together. A call reserves its estimate on both counters before
 * the provider is called, each by one conditional update. Afterwards it corrects both counters to the tokens spent. So
 * parallel calls on all replicas exceed a ceiling at most by the error of their estimates. There is no transaction,
 * because all concurrent calls would conflict on the counter of all users.
 */
export class TokenCeilings {
  readonly #connection: Connection;
  readonly #clock: Clock;
  readonly #ceilings: { readonly user: number; readonly global: number };

  constructor(connection: Connection, clock: Clock, ceilings: { user: number; global: number }) {
    this.#connection = connection;
    this.#clock = clock;
    this.#ceilings = ceilings;
  }

  /**
   * Reserves the estimate on both counters. When either ceiling is reached, it reserves nothing and throws 429
   * `ai.fair_use` with `Retry-After`.
   */
  async reserve({ id, userId, amount, promptTokens }: TokenEstimate): Promise<void> {
    const today = dayOf(this.#clock.now());
    const counters = [
      { key: `user:${userId}:tokens:${today}`, max: this.#ceilings.user, owner: { userId }, reason: 'tokens.user' },
      { key: `all:tokens:${today}`, max: this.#ceilings.global, owner: {}, reason: 'tokens.all' },
    ] as const;
    const isTooLong = counters.some(({ max }) => amount > max);
    if (isTooLong)
      throw new AiRefusal('ai.fair_use', 'tokens.request', {
        message: 'This is more text than a day’s fair use of AI allows. Please choose a shorter passage.',
      });

    await this.#reservations.insertOne({
      _id: id,
      userId,
      keys: counters.map(({ key }) => key),
      amount,
      promptTokens,
      createdAt: new Date(),
    });
    for (const counter of counters) {
      if (await this.#hold(id, amount, counter)) continue;
      await this.correct({ id, userId }, 0);
      throw await this.#ceilingReached(counter, amount);
    }
  }

  /**
   * Replaces the reserved tokens with the tokens spent; 0 only releases the reservation. When the job has released the
   * reservation as abandoned in the meantime, the tokens spent are still counted.
   */
  async correct({ id, userId }: Pick<TokenEstimate, 'id' | 'userId'>, spent: number): Promise<void> {
    const reservation = await this.#reservations.findOne({ _id: id });
    if (reservation) await this.#release(reservation, spent);
    else if (spent > 0) await this.#countWithoutReservation(userId, spent);
  }

  /** Releases the reservations of crashed processes. Their prompts count as spent, because they were probably sent. */
  readonly releaseAbandoned: Batch<TokenReservationRow> = {
    name: 'release-abandoned-tokens',
    list: (limit) =>
      this.#reservations
        .find({ createdAt: { $lt: new Date(Date.now() - abandonedAfterMs) } })
        .sort({ createdAt: 1 })
        .limit(limit)
        .toArray(),
    idOf: ({ _id }) => _id,
    work: (reservation) => this.#release(reservation, reservation.spent ?? reservation.promptTokens ?? 0),
  };

  /** Releases an erased user's reservations. Otherwise the counter of all users would still include them. */
  readonly erase: EraseRows = async (userId, limit) => {
    const reservations = await this.#reservations.find({ userId }).limit(limit).toArray();
    for (const reservation of reservations) await this.#release(reservation, 0);
    return reservations.length;
  };

  /** Reserves tokens on one counter by a conditional update. False when the ceiling would be exceeded. */
  async #hold(
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

  /**
   * Counts tokens whose reservation was already released. The user's counter is not upserted, because a user who was
   * erased in the meantime must not get a new one.
   */
  async #countWithoutReservation(userId: string, spent: number): Promise<void> {
    const today = dayOf(this.#clock.now());
    const expireAt = new Date(Date.now() + retentionMs);
    await this.#counters.updateOne({ _id: `user:${userId}:tokens:${today}` }, { $inc: { used: spent } });
    await this.#counters.updateOne(
      { _id: `all:tokens:${today}` },
      { $inc: { used: spent }, $setOnInsert: { expireAt } },
      { upsert: true },
    );
  }

  async #release({ _id: id, keys, amount }: TokenReservationRow, spent: number): Promise<void> {
    // Stored first, so that after a crash between the two counters the job corrects the second one by the same value.
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
   * The refusal at a reached ceiling. `Retry-After` is the next midnight (UTC), or 30 s when the ceiling is reached
   * only because of the reservations of running calls.
   */
  async #ceilingReached(
    { key, max, reason }: { key: string; max: number; reason: AiRefusalReason },
    amount: number,
  ): Promise<AiRefusal> {
    const { used = 0, holds = {} } = (await this.#counters.findOne({ _id: key })) ?? {};
    const spent = used - Object.values(holds).reduce((sum, held) => sum + held, 0);
    if (spent + amount <= max)
      return new AiRefusal('ai.fair_use', reason, {
        message: 'Other AI requests are still running. Please try again in a moment.',
        retryAfterSeconds: busyRetrySeconds,
      });
    const now = this.#clock.now();
    return new AiRefusal('ai.fair_use', reason, {
      retryAfterSeconds: (startOfNextDay(now).getTime() - now.getTime()) / 1000,
    });
  }

  get #counters() {
    return this.#connection.collection<CounterRow>('usage');
  }
  get #reservations() {
    return this.#connection.collection<TokenReservationRow>('token_reservations');
  }
}
