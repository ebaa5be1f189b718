import { durable } from '@inkbear/service-kit/mongo';
import type { Connection, mongo } from 'mongoose';

export interface HeadDocument {
  _id: string;
  [field: string]: unknown;
}

/** One change that goes to the end of those that wait in a head. */
export interface Append {
  readonly id: string;
  /** How it is known afterwards that this very change was written. */
  readonly changeId: string;
  readonly filter: mongo.Filter<HeadDocument>;
  readonly update: mongo.UpdateFilter<HeadDocument>;
}

interface Waiting extends Append {
  readonly resolve: (isWritten: boolean) => void;
  readonly reject: (error: unknown) => void;
}

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
  readonly #waiting: Waiting[] = [];
  #commands = 0;
  #patience: NodeJS.Timeout | null = null;
  #isPlanned = false;

  /** @param name of the collection of heads */
  constructor(connection: Connection, name: string) {
    this.#connection = connection;
    this.#name = name;
  }

  /** True when it was written. False when the row is no longer as the filter says; then its changeId may still be found, in the history. */
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
      if ((await this.#sendTogether(batch)) === batch.length) for (const { resolve } of batch) resolve(true);
      else await this.#tellApart(batch);
    } catch {
      // One bad append fails the command for all in it, so each goes again by itself: what is wrong with it is then its own.
      await this.#tellApart(batch, (one) => this.#sendOne(one));
    }
  }

  /** The command itself, because the driver's bulk writes go through every update twice before they send it. Says how many fitted. */
  async #sendTogether(batch: readonly Append[]): Promise<number> {
    const command = { update: this.#name, updates: batch.map(({ filter, update }) => ({ q: filter, u: update })), ordered: false, writeConcern: durable };
    const { n, writeErrors, writeConcernError } = (await this.#connection.db?.command(command)) as { n: number; writeErrors?: unknown; writeConcernError?: unknown };
    if (writeErrors !== undefined || writeConcernError !== undefined) throw new Error('Not every append of a command was written.');
    return n;
  }

  async #sendOne({ filter, update, resolve, reject }: Waiting): Promise<void> {
    await this.#heads.updateOne(filter, update).then(({ matchedCount }) => resolve(matchedCount === 1), reject);
  }

  /** The database says how many were written, not which: the changes that now wait in the heads do. */
  async #tellApart(batch: readonly Waiting[], ifNot: (one: Waiting) => unknown = ({ resolve }) => resolve(false)): Promise<void> {
    try {
      const rows = await this.#heads.find({ _id: { $in: batch.map(({ id }) => id) } }, { projection: { 'recent.changeId': 1 } }).toArray();
      const written = new Set(rows.flatMap(({ _id, recent }) => (recent as { changeId: string }[]).map(({ changeId }) => `${_id}:${changeId}`)));
      await Promise.all(batch.map((one) => (written.has(`${one.id}:${one.changeId}`) ? one.resolve(true) : ifNot(one))));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  get #heads() {
    return this.#connection.collection<HeadDocument>(this.#name);
  }
}
