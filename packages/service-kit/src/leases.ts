import { randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import { isDuplicateKey } from './mongo.ts';

interface Lease {
  _id: string;
  holder: string;
  until: Date;
}

/** Lets one process at a time do a job. A lease that is not renewed ends by itself. */
export class Leases {
  readonly #connection: Connection;
  readonly #holder = randomUUID();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Takes or renews the lease for `ttlMs`; false when another process holds it. */
  async acquire(name: string, ttlMs: number): Promise<boolean> {
    const now = new Date();
    const until = new Date(now.getTime() + ttlMs);
    try {
      const result = await this.#leases.updateOne({ _id: name, $or: [{ holder: this.#holder }, { until: { $lt: now } }] }, { $set: { holder: this.#holder, until } }, { upsert: true });
      return result.modifiedCount + result.upsertedCount === 1;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  async release(name: string): Promise<void> {
    await this.#leases.deleteOne({ _id: name, holder: this.#holder });
  }

  /** Runs `work` under the lease, renewing it meanwhile. Without `waitMs` it does nothing when the lease is taken. Returns whether it ran. */
  async hold(name: string, options: { ttlMs: number; waitMs?: number }, work: () => Promise<void>): Promise<boolean> {
    const giveUpAt = Date.now() + (options.waitMs ?? 0);
    while (!(await this.acquire(name, options.ttlMs))) {
      if (Date.now() >= giveUpAt) return false;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    const renewal = setInterval(() => void this.acquire(name, options.ttlMs).catch(() => false), options.ttlMs / 3);
    try {
      await work();
      return true;
    } finally {
      clearInterval(renewal);
      await this.release(name);
    }
  }

  get #leases() {
    return this.#connection.collection<Lease>('leases');
  }
}
