import { userRemoved } from '@inkbear/contracts/events';
import type { ClientSession, Collection, Connection, mongo } from 'mongoose';
import type { Batches } from './batches.ts';
import { on, type Subscription } from './consumer.ts';
import type { DeadLetters } from './dead-letters.ts';
import { batchJob, type Job } from './jobs.ts';
import type { Transaction } from './outbox.ts';
import { runSteps } from './run-steps.ts';

interface Removal {
  /** The user's id. The row stays after the erasure as a tombstone, so that late events do not bring rows back. */
  _id: string;
  stage: 'grace' | 'restored' | 'erased';
  seq: number;
  erasureBeganAt: Date | null;
  erasedAt: Date | null;
}

/**
 * Deletes or redacts some rows of a user. It is called again while it returns `limit` or more, and once more after a
 * crash.
 */
export type EraseRows = (userId: string, limit: number) => Promise<number>;

const batchSize = 500;
/**
 * No transaction runs longer than this, so a pass after this time also finds the writes of transactions that began
 * before the tombstone.
 */
const maxTransactionMs = 90_000;

/**
 * Erases a user's rows after the account was removed. The event handler only stores the stage of the removal. A job then
 * deletes in batches, outside any transaction, and can be interrupted at any point. The kit's own collections are always
 * covered; `ServiceParts.erase` covers the service's.
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

  /** Whether this user was erased, so that nothing about them may be stored any more. */
  async isErased(userId: string, session?: ClientSession): Promise<boolean> {
    const options = { projection: { stage: 1 }, ...(session ? { session } : {}) };
    return (await this.#removals.findOne({ _id: userId }, options))?.stage === 'erased';
  }

  /** Schedules the erasure of a user, also when it ran before. */
  async begin(userId: string, session: ClientSession): Promise<void> {
    await this.#removals.updateOne(
      { _id: userId },
      { $set: { stage: 'erased', erasureBeganAt: new Date(), erasedAt: null }, $setOnInsert: { seq: 0 } },
      { session, upsert: true },
    );
  }

  /**
   * Combines the tombstone with the service's own `userRemoved` handlers in one consumer and one transaction. An
   * outdated event reaches only handlers with `includeErasedUsers`.
   */
  withTombstones(subscriptions: readonly Subscription[]): Subscription[] {
    const removalHandlers = subscriptions.filter(({ event }) => event.type === userRemoved.type);
    const withTombstone = on(
      userRemoved,
      async (event, transaction) => {
        const isNew = await this.#storeStage(event.data.userId, event.data.stage, event.seq, transaction);
        for (const { handle, includeErasedUsers } of removalHandlers)
          if (isNew || includeErasedUsers) await handle(event, transaction);
      },
      { includeErasedUsers: true },
    );
    return [...subscriptions.filter((subscription) => !removalHandlers.includes(subscription)), withTombstone];
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

  async #storeStage(userId: string, stage: Removal['stage'], seq: number, { session }: Transaction): Promise<boolean> {
    const stored = await this.#removals.findOne({ _id: userId }, { session });
    if (stored && stored.seq >= seq) return false;
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
      erase.map((eraseRows) => async () => {
        while ((await eraseRows(_id, batchSize)) >= batchSize);
      }),
    );
    const isComplete = erasureBeganAt !== null && startedAt - erasureBeganAt.getTime() > maxTransactionMs;
    if (isComplete) await this.#removals.updateOne({ _id, erasureBeganAt }, { $set: { erasedAt: new Date() } });
  }

  /** The kit's own rows: entitlements, stored replies and dead letters. */
  #kitRows(): EraseRows[] {
    return [
      (userId, limit) =>
        deleteUpTo(this.#connection.collection<{ _id: string }>('entitlements'), { _id: userId }, limit),
      (userId, limit) =>
        deleteUpTo(
          this.#connection.collection<{ _id: string }>('idempotency_keys'),
          { _id: { $gte: `${userId}:`, $lt: `${userId}:\uffff` } },
          limit,
        ),
      (userId) => this.#deadLetters.redactUser(userId),
    ];
  }

  get #removals() {
    return this.#connection.collection<Removal>('user_removals');
  }
}

/** Deletes at most `limit` matching documents and returns how many. */
export async function deleteUpTo<T extends { _id: string }>(
  collection: Collection<T>,
  filter: mongo.Filter<T>,
  limit: number,
): Promise<number> {
  const found = await collection
    .find(filter, { projection: { _id: 1 } })
    .limit(limit)
    .toArray();
  if (found.length === 0) return 0;
  await collection.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } } as mongo.Filter<T>);
  return found.length;
}
