import type { Collection, mongo } from 'mongoose';

export interface HeadDocument {
  _id: string;
  [field: string]: unknown;
}

interface Append {
  readonly filter: mongo.Filter<HeadDocument>;
  readonly update: mongo.UpdateFilter<HeadDocument>;
  readonly resolve: (isWritten: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/** A command of more would hold up those in it for too long. */
const most = 100;

/**
 * Sends appends that wait for each other as one command, because a command costs more than what is in it. A single one does not wait;
 * while a command is under way the next ones gather, so the busier the process, the more of them share one.
 */
export class AppendBatch {
  readonly #heads: () => Collection<HeadDocument>;
  #waiting: Append[] = [];
  #isSending = false;

  constructor(heads: () => Collection<HeadDocument>) {
    this.#heads = heads;
  }

  /** True when it was written. False when it was not, or when one of the same command did not fit: the database does not say which. */
  append(filter: Append['filter'], update: Append['update']): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ filter, update, resolve, reject });
      if (this.#isSending) return;
      this.#isSending = true;
      setImmediate(() => void this.#sendAll());
    });
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) await this.#send(this.#waiting.splice(0, most));
    this.#isSending = false;
  }

  async #send(batch: readonly Append[]): Promise<void> {
    try {
      const isWritten = (await this.#write(batch)) === batch.length;
      for (const { resolve } of batch) resolve(isWritten);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  /** Answers how many were written. */
  async #write(batch: readonly Append[]): Promise<number> {
    const [first, ...others] = batch;
    if (first && others.length === 0) return (await this.#heads().updateOne(first.filter, first.update)).matchedCount;
    return (await this.#heads().bulkWrite(batch.map(({ filter, update }) => ({ updateOne: { filter, update } })), { ordered: false })).matchedCount;
  }
}
