import type { Logger } from '@inkbear/service-kit/logger';
import { durable } from '@inkbear/service-kit/mongo';
import type { Connection, mongo } from 'mongoose';
import type { Change } from './change.ts';

export interface HeadDocument {
  _id: string;
  [field: string]: unknown;
}

/** One change that goes to the end of those that wait in a head. */
export interface Append {
  readonly filter: mongo.Filter<HeadDocument>;
  readonly update: mongo.UpdateFilter<HeadDocument>;
  /** What is found at the end of those that wait once it was written. */
  readonly change: Pick<Change, 'changeId' | 'rev' | 'changes'>;
}

interface Waiting extends Append {
  readonly resolve: (isWritten: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/** To see whether a change was written, this many of the newest changes of its head are read. */
const newestLooked = 3;
/** A command of more would hold up those in it for too long. */
const most = 100;
/** One command waits for the one before; one that waits for a row that is held must not hold up everybody else for longer than this. */
const patienceMs = 10;
/** Commands under way at once. */
const mostCommands = 4;

/**
 * Sends appends that wait for each other as one command, because a command costs more than what is in it. The first ones of a quiet
 * process go at once; while a command is under way, the next ones gather, so the busier the process, the more share one.
 */
export class AppendBatch {
  readonly #connection: Connection;
  readonly #name: string;
  readonly #logger: Logger;
  readonly #waiting: Waiting[] = [];
  #commands = 0;
  #patience: NodeJS.Timeout | null = null;
  #isPlanned = false;

  /** @param name of the collection of heads */
  constructor(connection: Connection, name: string, logger: Logger) {
    this.#connection = connection;
    this.#name = name;
    this.#logger = logger;
  }

  /** True when it was written. False when its row was not as the filter says, or when that cannot be told any more because others wrote it since: who asks then reads the row. */
  append(append: Append): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...append, resolve, reject });
      this.#plan();
    });
  }

  /** In the next turn, so that those of one turn go together; after a command under way, or when that one takes too long. */
  #plan(): void {
    if (this.#isPlanned || this.#waiting.length === 0) return;
    if (this.#commands === 0) {
      this.#isPlanned = true;
      setImmediate(() => this.#next());
    } else if (this.#commands < mostCommands) {
      this.#patience ??= setTimeout(() => this.#next(), patienceMs);
    }
  }

  #next(): void {
    this.#stopWaiting();
    this.#isPlanned = false;
    this.#commands += 1;
    void this.#send(this.#waiting.splice(0, most)).finally(() => {
      this.#commands -= 1;
      this.#stopWaiting();
      this.#plan();
    });
  }

  #stopWaiting(): void {
    if (this.#patience) clearTimeout(this.#patience);
    this.#patience = null;
  }

  async #send(batch: readonly Waiting[]): Promise<void> {
    const [only] = batch;
    if (!only) return;
    if (batch.length === 1) return await this.#sendOne(only);
    try {
      const allFitted = (await this.#sendTogether(batch)) === batch.length;
      const isWritten = allFitted ? () => true : await this.#findWritten(batch);
      for (const one of batch) one.resolve(isWritten(one));
    } catch (err) {
      // One bad append fails the command for all in it, so each goes again by itself: what is wrong with it is then its own.
      this.#logger.warn({ err, appends: batch.length }, 'append_batch_failed');
      await Promise.all(batch.map((one) => this.#sendOne(one)));
    }
  }

  /** The database answers how many appends fitted, not which: one read of the heads' newest changes tells them apart. */
  async #findWritten(batch: readonly Append[]): Promise<(append: Append) => boolean> {
    const ids = batch.map(({ filter }) => filter['_id'] as string);
    const heads = await this.#heads
      .find({ _id: { $in: ids } }, { projection: { recent: { $slice: -newestLooked } } })
      .toArray();
    const newest = new Map(heads.map(({ _id, recent }) => [_id, recent as Change[]]));
    return ({ filter, change }) =>
      (newest.get(filter['_id'] as string) ?? []).some(
        ({ changeId, rev, changes }) =>
          changeId === change.changeId && rev === change.rev && changes === change.changes,
      );
  }

  /** How many fitted. The command itself, because the driver's bulk writes go through every update twice before they send it; it does not try again by itself, as they do. */
  async #sendTogether(batch: readonly Append[]): Promise<number> {
    const { db } = this.#connection;
    if (!db) throw new Error('The database is not connected.');
    const { n, writeErrors } = (await db.command({
      update: this.#name,
      updates: batch.map(({ filter, update }) => ({ q: filter, u: update })),
      ordered: false,
      writeConcern: durable,
    })) as { n: number; writeErrors?: unknown };
    if (writeErrors !== undefined) throw new Error('The database refused an append.');
    return n;
  }

  async #sendOne({ filter, update, resolve, reject }: Waiting): Promise<void> {
    await this.#heads.updateOne(filter, update).then(({ matchedCount }) => resolve(matchedCount === 1), reject);
  }

  get #heads() {
    return this.#connection.collection<HeadDocument>(this.#name);
  }
}
