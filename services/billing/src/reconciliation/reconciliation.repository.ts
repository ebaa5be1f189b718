import type { Connection } from 'mongoose';

export interface ReconciliationRun {
  _id: string;
  startedAt: Date;
  endedAt: Date;
  compared: number;
  differences: number;
}

export class ReconciliationRepository {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async insertRun(run: ReconciliationRun): Promise<void> {
    await this.#runs.insertOne(run);
  }

  async findLastRun(): Promise<ReconciliationRun | null> {
    return await this.#runs.findOne({ startedAt: { $exists: true } }, { sort: { startedAt: -1 } });
  }

  /** Requests a run by the running service. */
  async request(now: Date): Promise<void> {
    await this.#requests.updateOne({ _id: 'request' }, { $set: { requestedAt: now } }, { upsert: true });
  }

  async isRequested(): Promise<boolean> {
    return (await this.#requests.findOne({ _id: 'request' }, { projection: { _id: 1 } })) !== null;
  }

  /** Removes the request. False when there is none. */
  async consumeRequest(): Promise<boolean> {
    return (await this.#requests.deleteOne({ _id: 'request' })).deletedCount === 1;
  }

  get #runs() {
    return this.#connection.collection<ReconciliationRun>('reconciliations');
  }
  get #requests() {
    return this.#connection.collection<{ _id: 'request'; requestedAt: Date }>('reconciliations');
  }
}
