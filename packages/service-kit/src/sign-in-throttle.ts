import { createHash, randomBytes } from 'node:crypto';
import type { Connection } from 'mongoose';
import { deleteSome } from './erasure.ts';
import { createCollections } from './migrations.ts';
import { isDuplicateKey } from './mongo.ts';
import { ProblemError } from './problem.ts';

interface Bucket {
  _id: string;
  count: number;
  expireAt: Date;
}
interface Device {
  _id: string;
  /** Whose device this is, so that an erased account's can be found. Rows of earlier releases lack it and end within their year. */
  account?: string;
  expireAt: Date;
}

const tries = 20;
const windowMs = 3_600_000;
const deviceMs = 365 * 86_400_000;

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');
const deviceKey = (account: string, device: string): string => hash(`${account}:${device}`);

/**
 * At most 20 failed sign-ins an hour for an account, all strangers together. A device that has signed in before has a bucket of
 * its own, so a stranger cannot lock the owner out. A try is counted before it is checked and given back when it succeeds, so
 * that parallel tries cannot slip through. Goes by the system's clock, never by business time.
 */
export class SignInThrottle {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Counts a try and runs it. Throws 429 with `Retry-After` when the bucket is empty. `attempt` resolves with null when it fails. */
  async guard<T>(account: string, devices: readonly string[], attempt: () => Promise<T | null>): Promise<T | null> {
    const bucket = await this.#bucketOf(account, devices);
    const { count, expireAt } = await this.#take(bucket);
    if (count > tries)
      throw new ProblemError('auth.too_many_tries', { retryAfterSeconds: (expireAt.getTime() - Date.now()) / 1000 });
    const giveBack = () => this.#buckets.updateOne({ _id: bucket, count: { $gt: 0 } }, { $inc: { count: -1 } });
    const result = await attempt().catch(async (error: unknown) => {
      await giveBack();
      throw error;
    });
    if (result !== null) await giveBack();
    return result;
  }

  /**
   * Remembers that a device has signed in to this account; answers the id for its cookie. Ids that this account does not know are
   * not taken: somebody may have planted them, and would otherwise own a device that the account trusts.
   * @param devices the ids in the browser's cookie
   */
  async remember(account: string, devices: readonly string[]): Promise<string> {
    const seen = { account: hash(account), expireAt: new Date(Date.now() + deviceMs) };
    const known = await this.#findKnown(account, devices);
    if (known && (await this.#devices.updateOne({ _id: known._id }, { $set: seen })).matchedCount === 1)
      return known.device;
    const issued = randomBytes(24).toString('base64url');
    await this.#devices.insertOne({ _id: deviceKey(account, issued), ...seen });
    return issued;
  }

  /** Forgets at most so many devices of an account and its failed tries; answers how many devices. */
  async forget(account: string, most: number): Promise<number> {
    await this.#buckets.deleteOne({ _id: `account:${hash(account)}` });
    return await deleteSome(this.#devices, { account: hash(account) }, most);
  }

  async #bucketOf(account: string, devices: readonly string[]): Promise<string> {
    const known = await this.#findKnown(account, devices);
    return known ? `device:${known._id}` : `account:${hash(account)}`;
  }

  async #findKnown(account: string, devices: readonly string[]): Promise<{ _id: string; device: string } | null> {
    const ids = new Map(devices.map((device) => [deviceKey(account, device), device]));
    const row = ids.size === 0 ? null : await this.#devices.findOne({ _id: { $in: [...ids.keys()] } });
    return row && { _id: row._id, device: ids.get(row._id) ?? '' };
  }

  async #take(_id: string): Promise<Bucket> {
    const now = new Date();
    const fresh = { $lte: ['$expireAt', now] };
    try {
      const bucket = await this.#buckets.findOneAndUpdate(
        { _id },
        [
          {
            $set: {
              count: { $cond: [{ $or: [fresh, { $not: ['$count'] }] }, 1, { $add: ['$count', 1] }] },
              expireAt: {
                $cond: [{ $or: [fresh, { $not: ['$expireAt'] }] }, new Date(now.getTime() + windowMs), '$expireAt'],
              },
            },
          },
        ],
        { upsert: true, returnDocument: 'after' },
      );
      if (!bucket) throw new Error('The throttle was not written.');
      return bucket;
    } catch (error) {
      if (isDuplicateKey(error)) return await this.#take(_id);
      throw error;
    }
  }

  get #buckets() {
    return this.#connection.collection<Bucket>('sign_in_failures');
  }
  get #devices() {
    return this.#connection.collection<Device>('sign_in_devices');
  }
}

/** The step of a service's migrations that makes the throttle's collections. */
export async function migrateSignInThrottle(connection: Connection): Promise<void> {
  await createCollections(connection, ['sign_in_failures', 'sign_in_devices']);
  for (const name of ['sign_in_failures', 'sign_in_devices'])
    await connection.collection(name).createIndex({ expireAt: 1 }, { expireAfterSeconds: 0 });
}

/** The step that lets the devices of one account be found. */
export const migrateDevicesByAccount = async (connection: Connection): Promise<void> =>
  void (await connection.collection('sign_in_devices').createIndex({ account: 1 }));
