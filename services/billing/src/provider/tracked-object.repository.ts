import type { ClientSession, Connection } from 'mongoose';
import { watchForever, type TrackedObject } from './tracked-object.ts';

/**
 * The stored form. `looks`, `applied` and `told` are field names of the first release; `fromRow` maps them to the names
 * in `TrackedObject`.
 */
interface TrackedObjectRow {
  _id: string;
  userId: string | null;
  /** `fetchSeq` */
  looks: number;
  /** `appliedSeq` */
  applied: number;
  /** `lastPublished` */
  told: string | null;
  watchUntil: Date;
  /** When the reconciler first found that nothing had been paid for the object. */
  idleSince?: Date;
}

const fromRow = ({ _id, userId, looks, applied, told, watchUntil }: TrackedObjectRow): TrackedObject => ({
  id: _id,
  userId,
  fetchSeq: looks,
  appliedSeq: applied,
  lastPublished: told,
  watchUntil,
});

export class TrackedObjectRepository {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Tracks an object from its creation on, because its payment's event may get lost. */
  async watch(id: string, userId: string): Promise<void> {
    await this.#rows.updateOne(
      { _id: id },
      { $setOnInsert: { userId, looks: 0, applied: 0, told: null, watchUntil: watchForever } },
      { upsert: true },
    );
  }

  /**
   * The number of a new fetch. Call this before the provider is asked, so that the fetched state is at least as new as
   * every event received before.
   */
  async nextFetchSeq(id: string): Promise<number> {
    const row = await this.#rows.findOneAndUpdate(
      { _id: id },
      { $inc: { looks: 1 }, $setOnInsert: { userId: null, applied: 0, told: null, watchUntil: watchForever } },
      { upsert: true, returnDocument: 'after' },
    );
    return row?.looks ?? 1;
  }

  /** Marks a fetch as applied and returns the tracked object; null when a newer fetch was applied already. */
  async applyIfNewer(id: string, fetchSeq: number, session: ClientSession): Promise<TrackedObject | null> {
    const row = await this.#rows.findOneAndUpdate(
      { _id: id, applied: { $lt: fetchSeq } },
      { $set: { applied: fetchSeq } },
      { session, returnDocument: 'after' },
    );
    return row && fromRow(row);
  }

  async save(
    { id, userId, lastPublished, watchUntil }: Pick<TrackedObject, 'id' | 'userId' | 'lastPublished' | 'watchUntil'>,
    session: ClientSession,
  ): Promise<void> {
    await this.#rows.updateOne({ _id: id }, { $set: { userId, told: lastPublished, watchUntil } }, { session });
  }

  async delete(id: string, session?: ClientSession): Promise<void> {
    await this.#rows.deleteOne({ _id: id }, session ? { session } : {});
  }

  /** Deletes an object that the provider does not know, unless billing knows its owner. */
  async deleteUnknown(id: string): Promise<void> {
    await this.#rows.deleteOne({ _id: id, userId: null });
  }

  /** Marks an unpaid object as idle. Returns since when it has been idle; null when it is not tracked. */
  async markIdle(id: string, now: Date): Promise<Date | null> {
    const row = await this.#rows.findOneAndUpdate(
      { _id: id },
      [{ $set: { idleSince: { $ifNull: ['$idleSince', now] } } }],
      { returnDocument: 'after' },
    );
    return row?.idleSince ?? null;
  }

  async stopWatching(id: string, now: Date): Promise<void> {
    await this.#rows.updateOne({ _id: id }, { $set: { watchUntil: now } });
  }

  async *listWatched(now: Date): AsyncIterable<string> {
    for await (const { _id } of this.#rows.find({ watchUntil: { $gte: now } }, { projection: { _id: 1 } })) yield _id;
  }

  async erase(userId: string): Promise<void> {
    await this.#rows.deleteMany({ userId });
  }

  get #rows() {
    return this.#connection.collection<TrackedObjectRow>('provider_objects');
  }
}
