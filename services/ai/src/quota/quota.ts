import { limits } from '@inkbear/contracts/plans';
import type { Clock } from '@inkbear/service-kit/clock';
import { inTransaction } from '@inkbear/service-kit/mongo';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { ClientSession, Connection } from 'mongoose';
import { day, limitMessage, type LimitRule, nextDay } from './limit-rules.ts';

interface Usage {
  _id: string;
  used: number;
  expireAt?: Date;
}
interface Reservation {
  _id: string;
  keys: string[];
  state: 'reserved' | 'settled' | 'returned';
  createdAt: Date;
}

/** A reservation whose process died comes back after this long. */
export const abandonedMs = 10 * 60_000;
const keepDaysMs = 3 * 86_400_000;

/** Counts uses: reserved before the provider is called, settled after, given back when the call brought nothing. */
export class Quota {
  readonly #connection: Connection;
  readonly #clock: Clock;
  readonly #ceilings: { user: number; global: number };

  constructor(connection: Connection, clock: Clock, ceilings: { user: number; global: number }) {
    this.#connection = connection;
    this.#clock = clock;
    this.#ceilings = ceilings;
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

  /** Takes one of each counter, all or none. Throws 429 and names the limit. Two hundred at once take exactly what is left. */
  async reserve(callId: string, rules: readonly LimitRule[]): Promise<void> {
    for (const { key } of rules) await this.#usage.updateOne({ _id: key }, { $setOnInsert: { used: 0 } }, { upsert: true });
    await inTransaction(this.#connection, async (session) => {
      for (const rule of rules) {
        const filter = rule.max === null ? { _id: rule.key } : { _id: rule.key, used: { $lt: rule.max } };
        const taken = await this.#usage.updateOne(filter, { $inc: { used: 1 } }, { session });
        if (taken.modifiedCount === 0) throw new ProblemError('ai.limit_reached', { message: limitMessage(rule), ...(rule.resetsAt ? { retryAfterSeconds: (Date.parse(rule.resetsAt) - this.#clock.now().getTime()) / 1000 } : {}) });
      }
      await this.#reservations.insertOne({ _id: callId, keys: rules.map(({ key }) => key), state: 'reserved', createdAt: new Date() }, { session });
    });
  }

  /** The use counts. Belongs to the transaction that keeps the result. */
  async settle(callId: string, session: ClientSession): Promise<void> {
    await this.#reservations.updateOne({ _id: callId, state: 'reserved' }, { $set: { state: 'settled' } }, { session });
  }

  /** Gives the use back, once. */
  async giveBack(callId: string, session: ClientSession): Promise<void> {
    const reservation = await this.#reservations.findOneAndUpdate({ _id: callId, state: 'reserved' }, { $set: { state: 'returned' } }, { session });
    if (reservation) await this.#usage.updateMany({ _id: { $in: reservation.keys } }, { $inc: { used: -1 } }, { session });
  }

  /** Whether a stop of this action is still free today; counts it. */
  async takeFreeStop(subject: string, action: string, session: ClientSession): Promise<boolean> {
    const now = this.#clock.now();
    const row = await this.#usage.findOneAndUpdate({ _id: `stops:${subject}:${action}:${day(now)}` }, { $inc: { used: 1 }, $setOnInsert: { expireAt: new Date(Date.now() + keepDaysMs) } }, { session, upsert: true, returnDocument: 'after' });
    return (row?.used ?? 0) <= limits.freeStopsPerDay;
  }

  /** Uses whose process died come back. */
  async returnAbandoned(): Promise<number> {
    const abandoned = await this.#reservations.find({ state: 'reserved', createdAt: { $lt: new Date(Date.now() - abandonedMs) } }).limit(500).toArray();
    for (const { _id } of abandoned) await inTransaction(this.#connection, (session) => this.giveBack(_id, session));
    return abandoned.length;
  }

  /** Throws 429 when today's fair use of this user or of everyone is spent. */
  async requireFairUse(userId: string): Promise<void> {
    const now = this.#clock.now();
    const [own = 0, global = 0] = await this.usedOf(this.#tokenKeys(userId, now));
    if (own >= this.#ceilings.user || global >= this.#ceilings.global) throw new ProblemError('ai.fair_use', { retryAfterSeconds: (nextDay(now).getTime() - now.getTime()) / 1000 });
  }

  /** Tokens count always, whatever became of the call. Two plain counters: a busy day must not make transactions wait for each other. */
  async countTokens(userId: string, tokens: number): Promise<void> {
    const expireAt = new Date(Date.now() + keepDaysMs);
    for (const key of this.#tokenKeys(userId, this.#clock.now())) await this.#usage.updateOne({ _id: key }, { $inc: { used: tokens }, $setOnInsert: { expireAt } }, { upsert: true });
  }

  async add(rule: LimitRule, amount: number, session: ClientSession): Promise<void> {
    await this.#usage.updateOne({ _id: rule.key }, { $inc: { used: amount } }, { session, upsert: true });
  }

  #tokenKeys(userId: string, now: Date): string[] {
    return [`user:${userId}:tokens:${day(now)}`, `all:tokens:${day(now)}`];
  }

  get #usage() {
    return this.#connection.collection<Usage>('usage');
  }
  get #reservations() {
    return this.#connection.collection<Reservation>('reservations');
  }
}
