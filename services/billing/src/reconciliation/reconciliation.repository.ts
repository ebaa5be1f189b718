import type { Connection } from 'mongoose';
import type { FieldDifference } from './compare.ts';

export interface Run {
  _id: string;
  startedAt: Date;
  endedAt: Date;
  compared: number;
  differences: number;
}
export interface Difference {
  _id: string;
  objectId: string;
  userId: string | null;
  foundAt: Date;
  fields: FieldDifference[];
  /** Whether the object was taken in again and is the same now. */
  isRepaired: boolean;
}

export class Reconciliations {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async insertRun(run: Run): Promise<void> {
    await this.#runs.insertOne(run);
  }

  async findLastRun(): Promise<Run | null> {
    return await this.#runs.findOne({ startedAt: { $exists: true } }, { sort: { startedAt: -1 } });
  }

  async insertDifference(difference: Difference): Promise<void> {
    await this.#differences.insertOne(difference);
  }

  async listDifferences(most = 100): Promise<Difference[]> {
    return await this.#differences.find({}, { hint: '_id_' }).sort({ _id: -1 }).limit(most).toArray();
  }

  /** Asks the running service for a run. */
  async request(now: Date): Promise<void> {
    await this.#requests.updateOne({ _id: 'request' }, { $set: { requestedAt: now } }, { upsert: true });
  }

  /** Takes the request, if there is one. */
  async takeRequest(): Promise<boolean> {
    return (await this.#requests.deleteOne({ _id: 'request' })).deletedCount === 1;
  }

  async erase(userId: string): Promise<void> {
    await this.#differences.deleteMany({ userId });
  }

  get #runs() {
    return this.#connection.collection<Run>('reconciliations');
  }
  get #requests() {
    return this.#connection.collection<{ _id: 'request'; requestedAt: Date }>('reconciliations');
  }
  get #differences() {
    return this.#connection.collection<Difference>('provider_differences');
  }
}
