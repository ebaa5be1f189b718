import type { NewId } from '@inkbear/service-kit/ids';
import type { Connection } from 'mongoose';
import type { FieldDifference } from './compare.ts';

/** How a difference ended: taken in again at once, gone when it was looked at next, or nothing more can come of it. */
export type Outcome = 'repaired' | 'gone' | 'given-up';

/** One object that billing holds otherwise than the provider, from the first run that saw it to the one that did not. */
export interface Difference {
  _id: string;
  objectId: string;
  /** The object while the difference is open: one row for it. */
  openId?: string;
  userId: string | null;
  /** Business time, as all of it. */
  firstSeenAt: Date;
  lastSeenAt: Date;
  /** How many runs saw it. */
  count: number;
  /** As last seen. */
  fields: FieldDifference[];
  closedAt: Date | null;
  outcome: Outcome | null;
}

export class Differences {
  readonly #connection: Connection;
  readonly #newId: NewId;

  constructor(connection: Connection, newId: NewId) {
    this.#connection = connection;
    this.#newId = newId;
  }

  /** Opens a row for what differs, or counts once more in the one that is open. */
  async note(
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
    if (!row) throw new Error('The difference was not written.');
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

  /** Those seen last. */
  async list(most = 100): Promise<Difference[]> {
    return await this.#rows
      .find({ lastSeenAt: { $exists: true } })
      .sort({ lastSeenAt: -1 })
      .limit(most)
      .toArray();
  }

  async erase(userId: string): Promise<void> {
    await this.#rows.deleteMany({ userId });
  }

  get #rows() {
    return this.#connection.collection<Difference>('provider_differences');
  }
}
