import { randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import type { Logger } from './logger.ts';
import { isDuplicateKey } from './mongo.ts';

interface Lease {
  _id: string;
  holder: string;
  until: Date;
}

/** Mutual exclusion between processes. A lease that is not renewed expires. */
export class Leases {
  readonly #connection: Connection;
  readonly #logger: Logger;
  readonly #holder = randomUUID();

  constructor(connection: Connection, logger: Logger) {
    this.#connection = connection;
    this.#logger = logger;
  }

  /** Acquires or renews the lease for `ttlMs`; false when another process holds it. */
  async acquire(name: string, ttlMs: number): Promise<boolean> {
    const now = new Date();
    const until = new Date(now.getTime() + ttlMs);
    try {
      const result = await this.#leases.updateOne(
        { _id: name, $or: [{ holder: this.#holder }, { until: { $lt: now } }] },
        { $set: { holder: this.#holder, until } },
        { upsert: true },
      );
      return result.modifiedCount + result.upsertedCount === 1;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  async release(name: string): Promise<void> {
    await this.#leases.deleteOne({ _id: name, holder: this.#holder });
  }

  /**
   * Runs `work` under the lease and renews it meanwhile. Waits up to `waitMs` (default 0) for the lease. Returns
   * whether `work` ran.
   */
  async hold(name: string, options: { ttlMs: number; waitMs?: number }, work: () => Promise<void>): Promise<boolean> {
    const deadline = Date.now() + (options.waitMs ?? 0);
    while (!(await this.acquire(name, options.ttlMs))) {
      if (Date.now() >= deadline) return false;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    let renewed = Promise.resolve();
    const renewal = setInterval(
      () => (renewed = renewed.then(() => this.#renew(name, options.ttlMs))),
      options.ttlMs / 3,
    );
    try {
      await work();
      return true;
    } finally {
      clearInterval(renewal);
      await renewed;
      await this.release(name);
    }
  }

  /** Does not recreate a lost lease: another process may have acquired it. The work continues. */
  async #renew(name: string, ttlMs: number): Promise<void> {
    try {
      const { matchedCount } = await this.#leases.updateOne(
        { _id: name, holder: this.#holder },
        { $set: { until: new Date(Date.now() + ttlMs) } },
      );
      if (matchedCount === 0) this.#logger.warn({ lease: name }, 'lease_lost');
    } catch (err) {
      this.#logger.warn({ err, lease: name }, 'lease_renewal_failed');
    }
  }

  get #leases() {
    return this.#connection.collection<Lease>('leases');
  }
}
