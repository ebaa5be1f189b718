import type { ClientSession, Connection } from 'mongoose';

/**
 * A row of a projection. It has one part (a field with an object) for each type of event that it is built from. An event
 * replaces its part as a whole. `touched` has the database time of each part's last write.
 */
export type ProjectionRow = { _id: string; touched: Record<string, Date> } & Record<string, unknown>;

export interface RowKey {
  readonly collection: string;
  readonly id: string;
}
/** Names one part of a row. */
interface PartKey extends RowKey {
  readonly part: string;
}

/** Reads and writes the rows of every projection, part by part. */
export class ProjectionRepository {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * Returns null for a part that was never written.
   * @param since parts that were written before it count as missing
   */
  async findPart<P>(
    { collection, id, part }: PartKey,
    session: ClientSession,
    since: Date | null = null,
  ): Promise<P | null> {
    const row = await this.#rows(collection).findOne(
      { _id: id },
      { session, projection: { [part]: 1, [`touched.${part}`]: 1 } },
    );
    const isStale = since !== null && (row?.touched[part]?.getTime() ?? 0) < since.getTime();
    return isStale ? null : ((row?.[part] as P | undefined) ?? null);
  }

  /** Replaces all these parts with the same data. */
  async saveParts(
    { collection, id }: RowKey,
    parts: readonly string[],
    data: object,
    session: ClientSession,
  ): Promise<void> {
    const update = {
      $set: Object.fromEntries(parts.map((part) => [part, data])),
      $currentDate: Object.fromEntries(parts.map((part) => [`touched.${part}`, true])),
    };
    await this.#rows(collection).updateOne({ _id: id }, update as object, { session, upsert: true });
  }

  streamRows(collection: string): AsyncIterable<ProjectionRow> {
    return this.#rows(collection).find({}).hint({ _id: 1 });
  }

  /** Removes a row, unless one of its parts was written since then. Returns how many rows it removed. */
  async removeUntouchedRow(collection: string, id: string, since: Date): Promise<number> {
    const times = {
      $map: { input: { $objectToArray: { $ifNull: ['$touched', {}] } }, in: { $lt: ['$$this.v', since] } },
    };
    const filter = { _id: id, $expr: { $allElementsTrue: [times] } };
    return (await this.#rows(collection).deleteOne(filter)).deletedCount;
  }

  /** Removes a part, unless it was written since then. Returns how many parts it removed. */
  async removeUntouchedPart({ collection, id, part }: PartKey, since: Date): Promise<number> {
    const isUntouched = { $or: [{ [`touched.${part}`]: { $lt: since } }, { [`touched.${part}`]: { $exists: false } }] };
    const update = { $unset: { [part]: '', [`touched.${part}`]: '' } } as object;
    return (await this.#rows(collection).updateOne({ _id: id, ...isUntouched }, update)).modifiedCount;
  }

  #rows(collection: string) {
    return this.#connection.collection<ProjectionRow>(collection);
  }
}
