import { userRemoved } from '@inkbear/contracts/events';
import type { ClientSession, Collection, Connection, mongo } from 'mongoose';
import type { Batches } from './batches.ts';
import { on, type Subscription } from './consumer.ts';
import type { DeadLetters } from './dead-letters.ts';
import { batchJob, type Job } from './jobs.ts';
import type { Transaction } from './outbox.ts';
import { runSteps } from './run-steps.ts';

interface Removal {
  /** The user. After the erasure this random id points to nobody, and keeps late events from bringing rows back. */
  _id: string;
  stage: 'grace' | 'restored' | 'erased';
  seq: number;
  erasureBeganAt: Date | null;
  erasedAt: Date | null;
}

/** Removes or blanks at most `most` of a user's rows and answers how many. Called until it is fewer, and again after a crash. */
export type EraseRows = (userId: string, most: number) => Promise<number>;

const batch = 500;
/** No transaction lives longer, so what one that began before the mark still wrote is found by a pass after this time. */
const lateWritesMs = 90_000;

/**
 * What becomes of a user's rows when the account is removed. The message only marks the user; a job erases in batches, outside any
 * transaction, and can be ended anywhere. What the kit itself keeps goes in every service; `ServiceParts.erase` says what else.
 */
export class Erasure {
  readonly #connection: Connection;
  readonly #deadLetters: DeadLetters;
  readonly #batches: Batches;

  constructor(options: { connection: Connection; deadLetters: DeadLetters; batches: Batches }) {
    this.#connection = options.connection;
    this.#deadLetters = options.deadLetters;
    this.#batches = options.batches;
  }

  /** Whether nothing about this user may be stored any more. */
  async isErased(userId: string, session: ClientSession): Promise<boolean> {
    return (await this.#removals.findOne({ _id: userId }, { session, projection: { stage: 1 } }))?.stage === 'erased';
  }

  /** Has the job erase this user, for the first time or once more. */
  async begin(userId: string, session: ClientSession): Promise<void> {
    await this.#removals.updateOne(
      { _id: userId },
      { $set: { stage: 'erased', erasureBeganAt: new Date(), erasedAt: null }, $setOnInsert: { seq: 0 } },
      { session, upsert: true },
    );
  }

  /** A service's subscriptions with the mark put before its own handler of a removal: one consumer, one transaction. A stage that comes late is only for whoever hears even of the erased. */
  withRemovalMark(subscriptions: readonly Subscription[]): Subscription[] {
    const own = subscriptions.filter(({ event }) => event.type === userRemoved.type);
    const marked = on(
      userRemoved,
      async (event, transaction) => {
        const isNew = await this.#mark(event.data.userId, event.data.stage, event.seq, transaction);
        for (const { handle, includeErasedUsers } of own)
          if (isNew || includeErasedUsers) await handle(event, transaction);
      },
      { includeErasedUsers: true },
    );
    return [...subscriptions.filter((subscription) => !own.includes(subscription)), marked];
  }

  job(erase: readonly EraseRows[]): Job {
    const all = [...erase, ...this.#kitRows()];
    return batchJob(this.#batches, '*/10 * * * * *', {
      name: 'erase-removed',
      list: (limit) => this.#removals.find({ stage: 'erased', erasedAt: null }).limit(limit).toArray(),
      idOf: ({ _id }) => _id,
      work: (removal) => this.#eraseOne(removal, all),
    });
  }

  async #mark(userId: string, stage: Removal['stage'], seq: number, { session }: Transaction): Promise<boolean> {
    const known = await this.#removals.findOne({ _id: userId }, { session });
    if (known && known.seq >= seq) return false;
    await this.#removals.updateOne(
      { _id: userId },
      { $set: { seq, stage, erasureBeganAt: null, erasedAt: null } },
      { session, upsert: true },
    );
    if (stage === 'erased') await this.begin(userId, session);
    return true;
  }

  async #eraseOne({ _id, erasureBeganAt }: Removal, erase: readonly EraseRows[]): Promise<void> {
    const startedAt = Date.now();
    await runSteps(
      erase.map((rows) => async () => {
        while ((await rows(_id, batch)) >= batch);
      }),
    );
    const isSettled = erasureBeganAt !== null && startedAt - erasureBeganAt.getTime() > lateWritesMs;
    if (isSettled) await this.#removals.updateOne({ _id, erasureBeganAt }, { $set: { erasedAt: new Date() } });
  }

  /** Plans, kept replies and dead letters. */
  #kitRows(): EraseRows[] {
    return [
      (userId, most) => deleteSome(this.#connection.collection<{ _id: string }>('entitlements'), { _id: userId }, most),
      (userId, most) =>
        deleteSome(
          this.#connection.collection<{ _id: string }>('idempotency_keys'),
          { _id: { $gte: `${userId}:`, $lt: `${userId}:\uffff` } },
          most,
        ),
      (userId) => this.#deadLetters.blank(userId),
    ];
  }

  get #removals() {
    return this.#connection.collection<Removal>('user_removals');
  }
}

/** Deletes at most so many documents that fit, and answers how many. */
export async function deleteSome<T extends { _id: string }>(
  collection: Collection<T>,
  filter: mongo.Filter<T>,
  most: number,
): Promise<number> {
  const found = await collection
    .find(filter, { projection: { _id: 1 } })
    .limit(most)
    .toArray();
  if (found.length === 0) return 0;
  await collection.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } } as mongo.Filter<T>);
  return found.length;
}
