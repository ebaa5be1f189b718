import type { ClientSession, Connection } from 'mongoose';

/** A row of a projection: parts, each replaced as a whole by what one kind of event says, and when each was last touched by the database's clock. */
export type KeptRow = { _id: string; touched: Record<string, Date> } & Record<string, unknown>;

/**
 * Writes what events say of a thing. A part takes nothing older than what it holds, so events may come twice and in any order.
 * @param since while a projection is made again: parts touched before this time count as unknown
 */
export class KeptParts {
  readonly #connection: Connection;
  readonly #since: Date | null;

  constructor(connection: Connection, since: Date | null = null) {
    this.#connection = connection;
    this.#since = since;
  }

  async keep(collection: string, id: string, part: string, seq: number, data: object, session: ClientSession): Promise<void> {
    const rows = this.#connection.collection<KeptRow>(collection);
    const known = await rows.findOne({ _id: id }, { session, projection: { [`${part}.seq`]: 1, [`touched.${part}`]: 1 } });
    const keptSeq = (known?.[part] as { seq?: number } | undefined)?.seq ?? 0;
    const isStale = this.#since !== null && (known?.touched[part]?.getTime() ?? 0) < this.#since.getTime();
    if (keptSeq > seq && !isStale) return;
    await rows.updateOne({ _id: id }, { $set: { [part]: { ...data, seq } }, $currentDate: { [`touched.${part}`]: true } } as object, { session, upsert: true });
  }
}
