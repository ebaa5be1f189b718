import type { Connection } from 'mongoose';

export interface Run {
  _id: string;
  startedAt: Date;
  endedAt: Date;
  compared: number;
  differences: number;
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

  /** Asks the running service for a run. */
  async request(now: Date): Promise<void> {
    await this.#requests.updateOne({ _id: 'request' }, { $set: { requestedAt: now } }, { upsert: true });
  }

  async isRequested(): Promise<boolean> {
    return (await this.#requests.findOne({ _id: 'request' }, { projection: { _id: 1 } })) !== null;
  }

  /** Takes the request, if there is one. */
  async takeRequest(): Promise<boolean> {
    return (await this.#requests.deleteOne({ _id: 'request' })).deletedCount === 1;
  }

  get #runs() {
    return this.#connection.collection<Run>('reconciliations');
  }
  get #requests() {
    return this.#connection.collection<{ _id: 'request'; requestedAt: Date }>('reconciliations');
  }
}
