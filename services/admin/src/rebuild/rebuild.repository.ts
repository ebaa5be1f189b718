import type { AnalyticsMonth } from '@inkbear/contracts/admin/analytics';
import type { Connection } from 'mongoose';

/** The last rebuild, and whether another is wanted. */
export interface RebuildRow {
  _id: 'latest';
  requestedAt: Date | null;
  /** A release keeps more than the one before, so everything has to be taken in again. */
  isOutdated?: boolean;
  startedAt?: Date;
  endedAt?: Date;
  events?: number;
  swept?: number;
  before?: AnalyticsMonth[];
  after?: AnalyticsMonth[];
}

export class Rebuilds {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  find(): Promise<RebuildRow | null> {
    return this.#rows.findOne({ _id: 'latest' });
  }

  async request(): Promise<void> {
    await this.#rows.updateOne({ _id: 'latest' }, { $set: { requestedAt: new Date() } }, { upsert: true });
  }

  /** Notes what came of it. A request made meanwhile stays. */
  async finish(
    asked: RebuildRow,
    result: Required<Omit<RebuildRow, '_id' | 'requestedAt' | 'isOutdated'>>,
  ): Promise<void> {
    await this.#rows.updateOne({ _id: 'latest' }, { $set: { ...result, isOutdated: false } });
    await this.#rows.updateOne({ _id: 'latest', requestedAt: asked.requestedAt }, { $set: { requestedAt: null } });
  }

  get #rows() {
    return this.#connection.collection<RebuildRow>('rebuilds');
  }
}
