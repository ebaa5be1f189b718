import type { NewId } from '@inkbear/service-kit/ids';
import type { Connection } from 'mongoose';
import type { FieldDifference } from './compare.ts';

/**
 * How a difference ended: repaired by a refetch, gone at the next comparison, or given up because the provider has lost
 * the object.
 */
export type Outcome = 'repaired' | 'gone' | 'given-up';

/**
 * An object that differs between billing and the provider, from the first run that found the difference to the one that
 * did not.
 */
export interface Difference {
  _id: string;
  objectId: string;
  /** Equals `objectId` while the difference is open: a unique index allows one open row per object. */
  openId?: string;
  userId: string | null;
  /** Business time, like the other dates. */
  firstSeenAt: Date;
  lastSeenAt: Date;
  /** Number of runs that found it. */
  count: number;
  /** As of `lastSeenAt`. */
  fields: FieldDifference[];
  closedAt: Date | null;
  outcome: Outcome | null;
}

export class DifferenceRepository {
  readonly #connection: Connection;
  readonly #newId: NewId;

  constructor(connection: Connection, newId: NewId) {
    this.#connection = connection;
    this.#newId = newId;
  }

  /** Opens a row for a difference, or updates the open one. */
  async upsert(
    { objectId, userId, fields }: Pick<Difference, 'objectId' | 'userId' | 'fields'>,
    now: Date,
  ): Promise<Difference> {
    const row = await this.#rows.findOneAndUpdate(
      { openId: objectId },
      {
        $set: { userId, fields, lastSeenAt: now },
        $inc: { count: 1 },
        $setOnInsert: { _id: this.#newId(), objectId, firstSeenAt: now, closedAt: null, outcome: null },
      },
      { upsert: true, returnDocument: 'after' },
    );
    if (!row) throw new Error('The upsert of a difference returned no row.');
    return row;
  }

  async close(objectId: string, outcome: Outcome, now: Date): Promise<void> {
    await this.#rows.updateOne({ openId: objectId }, { $set: { closedAt: now, outcome }, $unset: { openId: '' } });
  }

  async listOpen(): Promise<string[]> {
    return (await this.#rows.find({ openId: { $exists: true } }, { projection: { objectId: 1 } }).toArray()).map(
      ({ objectId }) => objectId,
    );
  }

  /** Most recently seen first. */
  async list(limit = 100): Promise<Difference[]> {
    return await this.#rows
      .find({ lastSeenAt: { $exists: true } })
      .sort({ lastSeenAt: -1 })
      .limit(limit)
      .toArray();
  }

  async erase(userId: string): Promise<void> {
    await this.#rows.deleteMany({ userId });
  }

  get #rows() {
    return this.#connection.collection<Difference>('provider_differences');
  }
}
