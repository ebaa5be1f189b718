import type { AnalyticsMonth } from '@inkbear/contracts/admin/analytics';
import type { Connection } from 'mongoose';

/** The last rebuild, and whether another one is requested. */
export interface RebuildRow {
  _id: 'latest';
  requestedAt: Date | null;
  /** Set by a migration when a release stores more data, so that all events are replayed. */
  isOutdated?: boolean;
  /** Set by a migration when all events have to be replayed once the rolling upgrade is over. */
  rebuildAfter?: Date;
  startedAt?: Date;
  endedAt?: Date;
  /** Number of replayed events. */
  events?: number;
  /** Number of stale parts and rows that were removed. */
  swept?: number;
  /** The figures of the last twelve months before and after the rebuild. */
  before?: AnalyticsMonth[];
  after?: AnalyticsMonth[];
}

export class RebuildRepository {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  find(): Promise<RebuildRow | null> {
    return this.#rows.findOne({ _id: 'latest' });
  }

  /** The open request; null when there is none, or when it is for later. */
  async findRequest(): Promise<RebuildRow | null> {
    const row = await this.find();
    const isDue = row?.rebuildAfter !== undefined && row.rebuildAfter <= new Date();
    return row?.requestedAt || row?.isOutdated === true || isDue ? row : null;
  }

  async request(): Promise<void> {
    await this.#rows.updateOne({ _id: 'latest' }, { $set: { requestedAt: new Date() } }, { upsert: true });
  }

  /** Stores the result and closes the request. A newer request, made meanwhile, stays open. */
  async finish(
    request: RebuildRow,
    result: Required<Omit<RebuildRow, '_id' | 'requestedAt' | 'isOutdated' | 'rebuildAfter'>>,
  ): Promise<void> {
    await this.#rows.updateOne({ _id: 'latest' }, { $set: { ...result, isOutdated: false } });
    await this.#rows.updateOne({ _id: 'latest', requestedAt: request.requestedAt }, { $set: { requestedAt: null } });
    await this.#rows.updateOne(
      { _id: 'latest', rebuildAfter: { $lte: result.startedAt } },
      { $unset: { rebuildAfter: '' } },
    );
  }

  get #rows() {
    return this.#connection.collection<RebuildRow>('rebuilds');
  }
}
