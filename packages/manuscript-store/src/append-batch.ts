import type { Logger } from '@inkbear/service-kit/logger';
import { durable } from '@inkbear/service-kit/mongo';
import type { Collection, Connection, mongo } from 'mongoose';
import type { Change } from './change.ts';

export interface HeadDocument {
  _id: string;
  [field: string]: unknown;
}

/** Pushes one change to the pending changes of a head. */
export interface Append {
  readonly filter: mongo.Filter<HeadDocument>;
  readonly update: mongo.UpdateFilter<HeadDocument>;
  /** Identifies the change among the newest pending ones, to find out whether it was written. */
  readonly change: Pick<Change, 'changeId' | 'rev' | 'changes'>;
}

interface QueuedAppend extends Append {
  readonly resolve: (isWritten: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/** How many of a head's newest pending changes are read to find out whether a change was written. */
const checkedChangeCount = 3;
/** Limits the latency of one command. */
const maxBatchSize = 100;
/**
 * Usually a command waits for the previous one. After this time it is sent anyway, so that a locked row does not delay
 * all others.
 */
const maxWaitMs = 10;
/**
 * After this time the database ends a command, and each of its appends is sent by itself. So a locked row delays the
 * other rows of its command by at most this time. This is far above the usual duration of a command, because resending
 * its appends costs more than waiting.
 */
const maxCommandMs = 250;
/** Concurrent commands. */
const maxCommands = 4;

/**
 * Batches concurrent appends into one update command, because a command costs more than an append. In an idle process an
 * append is sent at once. While a command is in flight, further appends are queued, so batches grow with the load.
 */
export class AppendBatch {
  readonly #connection: Connection;
  readonly #heads: Collection<HeadDocument>;
  readonly #logger: Logger;
  readonly #queue: QueuedAppend[] = [];
  #commandsInFlight = 0;
  #waitTimer: NodeJS.Timeout | null = null;
  #isScheduled = false;

  constructor(connection: Connection, heads: Collection<HeadDocument>, logger: Logger) {
    this.#connection = connection;
    this.#heads = heads;
    this.#logger = logger;
  }

  /**
   * Resolves with true when the append was written. False means that the filter did not match, or that the outcome is
   * unknown because of later writes: the caller must read the row.
   */
  append(append: Append): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ ...append, resolve, reject });
      this.#schedule();
    });
  }

  /**
   * Sends the queue in the next turn of the event loop, so that appends of one turn share a command. While a command is
   * in flight, it is sent when that has finished, or after `maxWaitMs`.
   */
  #schedule(): void {
    if (this.#isScheduled || this.#queue.length === 0) return;
    if (this.#commandsInFlight === 0) {
      this.#isScheduled = true;
      setImmediate(() => this.#sendNext());
    } else if (this.#commandsInFlight < maxCommands) {
      this.#waitTimer ??= setTimeout(() => this.#sendNext(), maxWaitMs);
    }
  }

  #sendNext(): void {
    this.#clearWaitTimer();
    this.#isScheduled = false;
    this.#commandsInFlight += 1;
    void this.#send(this.#queue.splice(0, maxBatchSize)).finally(() => {
      this.#commandsInFlight -= 1;
      this.#clearWaitTimer();
      this.#schedule();
    });
  }

  #clearWaitTimer(): void {
    if (this.#waitTimer) clearTimeout(this.#waitTimer);
    this.#waitTimer = null;
  }

  async #send(batch: readonly QueuedAppend[]): Promise<void> {
    const [first] = batch;
    if (!first) return;
    if (batch.length === 1) return await this.#sendOne(first);
    try {
      const allMatched = (await this.#sendTogether(batch)) === batch.length;
      const isWritten = allMatched ? () => true : await this.#findWritten(batch);
      for (const append of batch) append.resolve(isWritten(append));
    } catch (err) {
      // One invalid append fails the whole command, and so does one that waits for a locked row. So each append is retried
      // by itself, and only that one fails or waits. One that the command has written does not match any more.
      this.#logger.warn({ err, appends: batch.length }, 'append_batch_failed');
      await Promise.all(batch.map((append) => this.#sendOne(append)));
    }
  }

  /**
   * The database returns how many appends matched but not which ones. One read of the heads' newest pending changes
   * finds them.
   */
  async #findWritten(batch: readonly Append[]): Promise<(append: Append) => boolean> {
    const ids = batch.map(({ filter }) => filter['_id'] as string);
    const heads = await this.#heads
      .find({ _id: { $in: ids } }, { projection: { recent: { $slice: -checkedChangeCount } } })
      .toArray();
    const newest = new Map(heads.map(({ _id, recent }) => [_id, recent as Change[]]));
    return ({ filter, change }) =>
      (newest.get(filter['_id'] as string) ?? []).some(
        ({ changeId, rev, changes }) =>
          changeId === change.changeId && rev === change.rev && changes === change.changes,
      );
  }

  /**
   * Returns how many appends matched. Uses the raw command, because the driver's bulk write serialises every update
   * twice. The raw command is not retried by the driver.
   */
  async #sendTogether(batch: readonly Append[]): Promise<number> {
    const { db } = this.#connection;
    if (!db) throw new Error('The database is not connected.');
    const { n, writeErrors } = (await db.command({
      update: this.#heads.collectionName,
      updates: batch.map(({ filter, update }) => ({ q: filter, u: update })),
      ordered: false,
      writeConcern: durable,
      maxTimeMS: maxCommandMs,
    })) as { n: number; writeErrors?: unknown };
    if (writeErrors !== undefined) throw new Error('The database refused an append.');
    return n;
  }

  async #sendOne({ filter, update, resolve, reject }: QueuedAppend): Promise<void> {
    await this.#heads.updateOne(filter, update).then(({ matchedCount }) => resolve(matchedCount === 1), reject);
  }
}
