import { createHash, randomBytes } from 'node:crypto';
import type { Connection } from 'mongoose';
import { deleteUpTo } from './erasure.ts';
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
  /**
   * Hash of the account, to find the devices of an erased account. Rows of earlier releases lack it and expire within a
   * year.
   */
  account?: string;
  expireAt: Date;
}

const maxFailures = 20;
const windowMs = 3_600_000;
const deviceLifeMs = 365 * 86_400_000;

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');
const deviceKey = (account: string, device: string): string => hash(`${account}:${device}`);

/**
 * Limits an account to 20 failed sign-ins an hour, over all unknown devices together. A device that has signed in
 * before has its own bucket, so a stranger cannot lock the owner out. An attempt is counted before it is checked and
 * refunded when it succeeds, so parallel attempts cannot exceed the limit. Uses system time, never business time.
 */
export class SignInThrottle {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * Counts and runs a sign-in attempt; `attempt` resolves with null for wrong credentials. Throws 429 with
   * `Retry-After` when the limit is reached. An attempt that throws is not counted.
   */
  async guard<T>(account: string, devices: readonly string[], attempt: () => Promise<T | null>): Promise<T | null> {
    const bucket = await this.#bucketOf(account, devices);
    const fullUntil = await this.#count(bucket);
    if (fullUntil)
      throw new ProblemError('auth.too_many_tries', { retryAfterSeconds: (fullUntil.getTime() - Date.now()) / 1000 });
    const refund = () => this.#buckets.updateOne({ _id: bucket, count: { $gt: 0 } }, { $inc: { count: -1 } });
    const result = await attempt().catch(async (error: unknown) => {
      await refund();
      throw error;
    });
    if (result !== null) await refund();
    return result;
  }

  /**
   * Records that a device has signed in to this account and returns the id for its cookie. Ids unknown to this account
   * are not reused: an attacker may have set them and would then own a trusted device.
   * @param devices the ids in the browser's cookie
   */
  async trustDevice(account: string, devices: readonly string[]): Promise<string> {
    const fields = { account: hash(account), expireAt: new Date(Date.now() + deviceLifeMs) };
    const known = await this.#findKnown(account, devices);
    if (known && (await this.#devices.updateOne({ _id: known._id }, { $set: fields })).matchedCount === 1)
      return known.device;
    const issued = randomBytes(24).toString('base64url');
    await this.#devices.insertOne({ _id: deviceKey(account, issued), ...fields });
    return issued;
  }

  /** Deletes at most `limit` devices of an account and its failure count. Returns the number of deleted devices. */
  async eraseAccount(account: string, limit: number): Promise<number> {
    await this.#buckets.deleteOne({ _id: `account:${hash(account)}` });
    return await deleteUpTo(this.#devices, { account: hash(account) }, limit);
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

  /**
   * Counts an attempt and returns null. If the bucket is full, counts nothing, so that a refund makes room for another
   * attempt, and returns when the bucket resets.
   */
  async #count(_id: string): Promise<Date | null> {
    const now = new Date();
    const isNew = { $or: [{ $lte: ['$expireAt', now] }, { $not: ['$expireAt'] }] };
    const increased = { $min: [{ $add: ['$count', 1] }, maxFailures] };
    try {
      const before = await this.#buckets.findOneAndUpdate(
        { _id },
        [
          {
            $set: {
              count: { $cond: [isNew, 1, increased] },
              expireAt: { $cond: [isNew, new Date(now.getTime() + windowMs), '$expireAt'] },
            },
          },
        ],
        { upsert: true, returnDocument: 'before' },
      );
      return before && before.expireAt > now && before.count >= maxFailures ? before.expireAt : null;
    } catch (error) {
      if (isDuplicateKey(error)) return await this.#count(_id);
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

/** For a migration: creates the throttle's collections and indexes. */
export async function migrateSignInThrottle(connection: Connection): Promise<void> {
  await createCollections(connection, ['sign_in_failures', 'sign_in_devices']);
  for (const name of ['sign_in_failures', 'sign_in_devices'])
    await connection.collection(name).createIndex({ expireAt: 1 }, { expireAfterSeconds: 0 });
}

/** For a migration: adds the index for finding the devices of one account. */
export const migrateDevicesByAccount = async (connection: Connection): Promise<void> =>
  void (await connection.collection('sign_in_devices').createIndex({ account: 1 }));
