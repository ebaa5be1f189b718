import { limits } from '@inkbear/contracts/plans';
import type { Clock } from '@inkbear/service-kit/clock';
import { deleteUpTo, type EraseRows } from '@inkbear/service-kit/erasure';
import { inTransaction } from '@inkbear/service-kit/mongo';
import type { ClientSession, Connection } from 'mongoose';
import { AiRefusal } from './ai-refusal.ts';
import { limitMessage } from './limit-message.ts';
import { dayOf, type LimitRule, type Scope } from './limit-rules.ts';
import { abandonedAfterMs } from './token-ceilings.ts';

interface UsageRow {
  _id: string;
  used: number;
  /** Absent in the counter of all users, and in rows of earlier releases that have not been used since. */
  userId?: string;
  expireAt?: Date;
}
interface ReservationRow {
  /** Id of the call. */
  _id: string;
  userId: string;
  /** Counters that the call raised by one. */
  keys: string[];
  /** Words reserved from the book's limit. */
  words: { key: string; amount: number } | null;
  /** The first result that this call creates a variant of; absent in rows of earlier releases. */
  variantOf?: string | null;
  /** Absent in rows of earlier releases. */
  scope?: Scope;
  /** Stored names: `settled` is a committed reservation, `returned` a released one. */
  state: 'reserved' | 'settled' | 'returned';
  createdAt: Date;
  expireAt?: Date;
}
/** What a call reserves before the provider is called. */
interface UsageReservation {
  readonly scope: Scope;
  /** Counters to raise by one. */
  readonly rules: readonly LimitRule[];
  /** Words to reserve from the book's limit. */
  readonly words: { readonly rule: LimitRule; readonly amount: number } | null;
  /** The first result that the call creates a variant of. */
  readonly variantOf: string | null;
}

/** How long closed reservations and daily counters are kept. */
const retentionMs = 3 * 86_400_000;

/**
 * Counts AI calls and words. A call's usage is reserved before the provider is called, committed with the result, and
 * released when there is no result.
 */
export class UsageRepository {
  readonly #connection: Connection;
  readonly #clock: Clock;

  constructor(connection: Connection, clock: Clock) {
    this.#connection = connection;
    this.#clock = clock;
  }

  /** The used amount of each counter, in the order of the keys. */
  readCounters(keys: readonly string[]): Promise<number[]> {
    return this.#used(keys);
  }

  /** Like `readCounters`, within a transaction. */
  readCountersIn(session: ClientSession, keys: readonly string[]): Promise<number[]> {
    return this.#used(keys, session);
  }

  async #used(keys: readonly string[], session?: ClientSession): Promise<number[]> {
    const rows = await this.#usage.find({ _id: { $in: [...keys] } }, session ? { session } : {}).toArray();
    const used = new Map(rows.map((row) => [row._id, row.used]));
    return keys.map((key) => used.get(key) ?? 0);
  }

  /**
   * Raises every counter by one and reserves the words, all or nothing. Throws 429 `ai.limit_reached` for the first
   * limit that is reached. The updates are conditional, so parallel calls never exceed a limit.
   * @param inSameTransaction other writes of the reservation
   */
  async reserve(
    callId: string,
    { scope, rules, words, variantOf }: UsageReservation,
    inSameTransaction?: (session: ClientSession) => Promise<void>,
  ): Promise<void> {
    const { userId } = scope;
    const increments = [...rules.map((rule) => ({ rule, amount: 1 })), ...(words ? [words] : [])];
    for (const { rule, amount } of increments) {
      const row = await this.#usage.findOneAndUpdate(
        { _id: rule.key },
        { $set: { userId }, $setOnInsert: { used: 0 } },
        { upsert: true, returnDocument: 'after' },
      );
      this.#requireWithinLimit(rule, amount, row?.used ?? 0);
    }
    await inTransaction(this.#connection, async (session) => {
      for (const { rule, amount } of increments) await this.#increment(rule, amount, session);
      await inSameTransaction?.(session);
      await this.#reservations.insertOne(
        {
          _id: callId,
          userId,
          keys: rules.map(({ key }) => key),
          words: words && { key: words.rule.key, amount: words.amount },
          variantOf,
          scope,
          state: 'reserved',
          createdAt: new Date(),
        },
        { session },
      );
    });
  }

  async #increment(rule: LimitRule, amount: number, session: ClientSession): Promise<void> {
    const fits = rule.max === null ? {} : { used: { $lte: rule.max - amount } };
    const updated = await this.#usage.updateOne({ _id: rule.key, ...fits }, { $inc: { used: amount } }, { session });
    if (updated.modifiedCount === 1) return;
    const [used = 0] = await this.#used([rule.key], session);
    this.#requireWithinLimit(rule, amount, used);
    throw new Error(`The counter ${rule.key} was not raised.`);
  }

  #requireWithinLimit(rule: LimitRule, amount: number, used: number): void {
    if (rule.max === null || used <= rule.max - amount) return;
    const retryAfter = rule.resetsAt
      ? { retryAfterSeconds: (Date.parse(rule.resetsAt) - this.#clock.now().getTime()) / 1000 }
      : {};
    throw new AiRefusal('ai.limit_reached', rule.limit, {
      message: limitMessage(rule, rule.max - used, amount),
      ...retryAfter,
    });
  }

  /** Tells the job that releases abandoned reservations that the call still runs. */
  async renewReservation(callId: string): Promise<void> {
    await this.#reservations.updateOne({ _id: callId, state: 'reserved' }, { $set: { createdAt: new Date() } });
  }

  /**
   * Commits a reservation and replaces the reserved words with the words written, in the transaction that stores the
   * result. If the reservation was released in the meantime, the words are still counted.
   */
  async commit(callId: string, writtenWords: number, session: ClientSession): Promise<void> {
    const reservation = await this.#reservations.findOne({ _id: callId }, { session });
    if (!reservation || reservation.state === 'settled') return;
    if (reservation.state === 'reserved') await this.#close(callId, 'settled', session);
    if (!reservation.words) return;
    const reservedWords = reservation.state === 'reserved' ? reservation.words.amount : 0;
    await this.#usage.updateOne(
      { _id: reservation.words.key },
      { $inc: { used: writtenWords - reservedWords } },
      { session },
    );
  }

  /**
   * Releases the reservation of a call. Returns it, because the caller must release its variant; null when there is
   * nothing to release.
   */
  async release(callId: string, session: ClientSession): Promise<Pick<ReservationRow, 'variantOf' | 'scope'> | null> {
    const reservation = await this.#reservations.findOne({ _id: callId, state: 'reserved' }, { session });
    if (!reservation) return null;
    await this.#close(callId, 'returned', session);
    await this.#usage.updateMany({ _id: { $in: reservation.keys } }, { $inc: { used: -1 } }, { session });
    if (reservation.words)
      await this.#usage.updateOne(
        { _id: reservation.words.key },
        { $inc: { used: -reservation.words.amount } },
        { session },
      );
    return reservation;
  }

  async #close(callId: string, state: 'settled' | 'returned', session: ClientSession): Promise<void> {
    await this.#reservations.updateOne(
      { _id: callId, state: 'reserved' },
      { $set: { state, expireAt: new Date(Date.now() + retentionMs) } },
      { session },
    );
  }

  /** Counts a stopped call. Returns true while the author has free stops left today for this subject and action. */
  async consumeFreeStop(
    { userId, subject, action }: { userId: string; subject: string; action: string },
    session: ClientSession,
  ): Promise<boolean> {
    const now = this.#clock.now();
    const row = await this.#usage.findOneAndUpdate(
      { _id: `stops:${subject}:${action}:${dayOf(now)}` },
      { $inc: { used: 1 }, $setOnInsert: { userId, expireAt: new Date(Date.now() + retentionMs) } },
      { session, upsert: true, returnDocument: 'after' },
    );
    return (row?.used ?? 0) <= limits.freeStopsPerDay;
  }

  /**
   * Resets the user's counters whose keys have one of these prefixes, and returns their keys. The counters are also
   * removed from open reservations, so that a running call that fails later does not lower the new count.
   */
  async resetCounters(userId: string, prefixes: readonly string[], session: ClientSession): Promise<string[]> {
    const rows = await this.#usage.find({ userId }, { session, projection: { _id: 1 } }).toArray();
    const keys = rows.map(({ _id }) => _id).filter((key) => prefixes.some((prefix) => key.startsWith(prefix)));
    await this.#usage.updateMany({ _id: { $in: keys } }, { $set: { used: 0 } }, { session });
    const isWordCounterReset = { $in: ['$words.key', keys] };
    await this.#reservations.updateMany(
      { userId, state: 'reserved' },
      [{ $set: { keys: { $setDifference: ['$keys', keys] }, words: { $cond: [isWordCounterReset, null, '$words'] } } }],
      { session },
    );
    return keys;
  }

  /** Ids of the calls of crashed processes. Their reservations are older than any call lasts. */
  async listAbandoned(limit: number): Promise<string[]> {
    const abandoned = await this.#reservations
      .find(
        { state: 'reserved', createdAt: { $lt: new Date(Date.now() - abandonedAfterMs) } },
        { projection: { _id: 1 } },
      )
      .sort({ createdAt: 1 })
      .limit(limit)
      .toArray();
    return abandoned.map(({ _id }) => _id);
  }

  /**
   * Erases a user's counters and reservations. Counters of earlier releases without `userId` are found by their key.
   */
  readonly erase: readonly EraseRows[] = [
    (userId, limit) => deleteUpTo(this.#usage, { userId }, limit),
    (userId, limit) =>
      deleteUpTo(this.#usage, { _id: { $gte: `user:${userId}:`, $lt: `user:${userId}:\uffff` } }, limit),
    (userId, limit) => deleteUpTo(this.#reservations, { userId }, limit),
  ];

  get #usage() {
    return this.#connection.collection<UsageRow>('usage');
  }
  get #reservations() {
    return this.#connection.collection<ReservationRow>('reservations');
  }
}
