import { limits } from '@inkbear/contracts/plans';
import type { Clock } from '@inkbear/service-kit/clock';
import { deleteUpTo, type EraseRows } from '@inkbear/service-kit/erasure';
import { inTransaction } from '@inkbear/service-kit/mongo';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { ClientSession, Connection } from 'mongoose';
import { day, limitMessage, type LimitRule, type Scope } from './limit-rules.ts';
import { abandonedMs } from './token-ceilings.ts';

interface Usage {
  _id: string;
  used: number;
  /** Whose counter this is; absent for everyone's, and for rows of earlier releases that were not used since. */
  userId?: string;
  expireAt?: Date;
}
interface Reservation {
  _id: string;
  userId: string;
  /** Counters raised by one. */
  keys: string[];
  /** Words of the book's own limit that the call may write. */
  words: { key: string; amount: number } | null;
  /** The result whose "try again" this is; absent in rows of earlier releases. */
  variantOf?: string | null;
  /** Absent in rows of earlier releases. */
  scope?: Scope;
  state: 'reserved' | 'settled' | 'returned';
  createdAt: Date;
  expireAt?: Date;
}
/** What a call takes before the provider is asked. */
interface Claim {
  readonly scope: Scope;
  /** Counters to raise by one. */
  readonly rules: readonly LimitRule[];
  /** Words that the call asks AI to write. */
  readonly words: { readonly rule: LimitRule; readonly amount: number } | null;
  /** The result whose "try again" this is. */
  readonly variantOf: string | null;
}

const keepDaysMs = 3 * 86_400_000;

/** Counts uses: reserved before the provider is called, settled after, given back when the call brought nothing. */
export class Quota {
  readonly #connection: Connection;
  readonly #clock: Clock;

  constructor(connection: Connection, clock: Clock) {
    this.#connection = connection;
    this.#clock = clock;
  }

  /** How much of each counter is used, in the order of the keys. */
  usedOf(keys: readonly string[]): Promise<number[]> {
    return this.#used(keys);
  }

  /** The same, as a transaction sees it. */
  usedIn(session: ClientSession, keys: readonly string[]): Promise<number[]> {
    return this.#used(keys, session);
  }

  async #used(keys: readonly string[], session?: ClientSession): Promise<number[]> {
    const rows = await this.#usage.find({ _id: { $in: [...keys] } }, session ? { session } : {}).toArray();
    const used = new Map(rows.map((row) => [row._id, row.used]));
    return keys.map((key) => used.get(key) ?? 0);
  }

  /**
   * Takes one of each counter and the words, all or none. Throws 429 and names the limit. Two hundred at once take exactly what is left.
   * @param takeToo what else the call takes, in the same transaction
   */
  async reserve(
    callId: string,
    { scope, rules, words, variantOf }: Claim,
    takeToo?: (session: ClientSession) => Promise<void>,
  ): Promise<void> {
    const { userId } = scope;
    const taken = [...rules.map((rule) => ({ rule, amount: 1 })), ...(words ? [words] : [])];
    for (const { rule, amount } of taken) {
      const row = await this.#usage.findOneAndUpdate(
        { _id: rule.key },
        { $set: { userId }, $setOnInsert: { used: 0 } },
        { upsert: true, returnDocument: 'after' },
      );
      this.#refuseUnlessFits(rule, amount, row?.used ?? 0);
    }
    await inTransaction(this.#connection, async (session) => {
      for (const { rule, amount } of taken) await this.#take(rule, amount, session);
      await takeToo?.(session);
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

  async #take(rule: LimitRule, amount: number, session: ClientSession): Promise<void> {
    const fits = rule.max === null ? {} : { used: { $lte: rule.max - amount } };
    const taken = await this.#usage.updateOne({ _id: rule.key, ...fits }, { $inc: { used: amount } }, { session });
    if (taken.modifiedCount === 1) return;
    const [used = 0] = await this.#used([rule.key], session);
    this.#refuseUnlessFits(rule, amount, used);
    throw new Error(`The counter ${rule.key} was not raised.`);
  }

  #refuseUnlessFits(rule: LimitRule, amount: number, used: number): void {
    if (rule.max === null || used <= rule.max - amount) return;
    const retryAfter = rule.resetsAt
      ? { retryAfterSeconds: (Date.parse(rule.resetsAt) - this.#clock.now().getTime()) / 1000 }
      : {};
    throw new ProblemError('ai.limit_reached', { message: limitMessage(rule, rule.max - used, amount), ...retryAfter });
  }

  /** The use counts, and of the words those that were really written. Belongs to the transaction that keeps the result. */
  async settle(callId: string, writtenWords: number, session: ClientSession): Promise<void> {
    const reservation = await this.#reservations.findOne({ _id: callId }, { session });
    if (!reservation || reservation.state === 'settled') return;
    if (reservation.state === 'reserved') await this.#close(callId, 'settled', session);
    if (!reservation.words) return;
    const held = reservation.state === 'reserved' ? reservation.words.amount : 0;
    await this.#usage.updateOne({ _id: reservation.words.key }, { $inc: { used: writtenWords - held } }, { session });
  }

  /** Gives the use back, once. Answers what it was: a "try again" is for the caller to give back. */
  async giveBack(callId: string, session: ClientSession): Promise<Pick<Reservation, 'variantOf' | 'scope'> | null> {
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
      { $set: { state, expireAt: new Date(Date.now() + keepDaysMs) } },
      { session },
    );
  }

  /** Whether a stop of this action is still free today; counts it. */
  async takeFreeStop(
    { userId, subject, action }: { userId: string; subject: string; action: string },
    session: ClientSession,
  ): Promise<boolean> {
    const now = this.#clock.now();
    const row = await this.#usage.findOneAndUpdate(
      { _id: `stops:${subject}:${action}:${day(now)}` },
      { $inc: { used: 1 }, $setOnInsert: { userId, expireAt: new Date(Date.now() + keepDaysMs) } },
      { session, upsert: true, returnDocument: 'after' },
    );
    return (row?.used ?? 0) <= limits.freeStopsPerDay;
  }

  /**
   * Sets a user's counters back whose names begin with one of these, and answers their names. A call that is under way no longer holds
   * them, so that giving its use back takes nothing off the new count.
   */
  async reset(userId: string, prefixes: readonly string[], session: ClientSession): Promise<string[]> {
    const rows = await this.#usage.find({ userId }, { session, projection: { _id: 1 } }).toArray();
    const keys = rows.map(({ _id }) => _id).filter((key) => prefixes.some((prefix) => key.startsWith(prefix)));
    await this.#usage.updateMany({ _id: { $in: keys } }, { $set: { used: 0 } }, { session });
    const isCleared = { $in: ['$words.key', keys] };
    await this.#reservations.updateMany(
      { userId, state: 'reserved' },
      [{ $set: { keys: { $setDifference: ['$keys', keys] }, words: { $cond: [isCleared, null, '$words'] } } }],
      { session },
    );
    return keys;
  }

  /** Calls whose process died: reserved longer ago than any call lasts. */
  async listAbandoned(limit: number): Promise<string[]> {
    const abandoned = await this.#reservations
      .find({ state: 'reserved', createdAt: { $lt: new Date(Date.now() - abandonedMs) } }, { projection: { _id: 1 } })
      .sort({ createdAt: 1 })
      .limit(limit)
      .toArray();
    return abandoned.map(({ _id }) => _id);
  }

  /** How a user's counters and reservations go; the counters of earlier releases by their names. */
  readonly erase: readonly EraseRows[] = [
    (userId, most) => deleteUpTo(this.#usage, { userId }, most),
    (userId, most) => deleteUpTo(this.#usage, { _id: { $gte: `user:${userId}:`, $lt: `user:${userId}:\uffff` } }, most),
    (userId, most) => deleteUpTo(this.#reservations, { userId }, most),
  ];

  get #usage() {
    return this.#connection.collection<Usage>('usage');
  }
  get #reservations() {
    return this.#connection.collection<Reservation>('reservations');
  }
}
