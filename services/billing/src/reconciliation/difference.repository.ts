import type { NewId } from '@inkbear/service-kit/ids';
import type { Connection } from 'mongoose';
import type { FieldDifference } from './compare.ts';

/**
 * How a difference ended: repaired by a refetch, gone at the next comparison, or given up because the provider has lost
 * the object.
 */
export type Outcome = 'repaired' | 'gone' | 'given-up';

/**
 * An object that differs between billing and the provider. It is open from the first run that finds the difference to
 * the first one that does not.
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
  /** The number of runs that found the difference. */
  count: number;
  /** As of `lastSeenAt`. */
  fields: FieldDifference[];
  closedAt: Date | null;
  outcome: Outcome | null;
}

/** The stored form. `here` is the stored name of `inBilling`, `there` that of `atProvider`. */
interface DifferenceRow extends Omit<Difference, 'fields'> {
  fields: { field: string; here: string | null; there: string | null }[];
}
const fromRow = ({ fields, ...row }: DifferenceRow): Difference => ({
  ...row,
  fields: fields.map(({ field, here, there }) => ({ field, inBilling: here, atProvider: there })),
});
const toFieldRows = (fields: readonly FieldDifference[]): DifferenceRow['fields'] =>
  fields.map(({ field, inBilling, atProvider }) => ({ field, here: inBilling, there: atProvider }));

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
        $set: { userId, fields: toFieldRows(fields), lastSeenAt: now },
        $inc: { count: 1 },
        $setOnInsert: { _id: this.#newId(), objectId, firstSeenAt: now, closedAt: null, outcome: null },
      },
      { upsert: true, returnDocument: 'after' },
    );
    if (!row) throw new Error('The upsert of a difference returned no row.');
    return fromRow(row);
  }

  async close(objectId: string, outcome: Outcome, now: Date): Promise<void> {
    await this.#rows.updateOne({ openId: objectId }, { $set: { closedAt: now, outcome }, $unset: { openId: '' } });
  }

  /** Ids of the objects with an open difference. */
  async listOpen(): Promise<string[]> {
    return (await this.#rows.find({ openId: { $exists: true } }, { projection: { objectId: 1 } }).toArray()).map(
      ({ objectId }) => objectId,
    );
  }

  /** Most recently seen first. */
  async list(limit = 100): Promise<Difference[]> {
    const rows = this.#rows
      .find({ lastSeenAt: { $exists: true } })
      .sort({ lastSeenAt: -1 })
      .limit(limit);
    return (await rows.toArray()).map(fromRow);
  }

  async erase(userId: string): Promise<void> {
    await this.#rows.deleteMany({ userId });
  }

  get #rows() {
    return this.#connection.collection<DifferenceRow>('provider_differences');
  }
}
