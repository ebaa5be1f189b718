import type { ClientSession, Connection } from 'mongoose';

/** A row of a projection: parts, each replaced as a whole by what one kind of event says, and when each was last touched by the database's clock. */
export type KeptRow = { _id: string; touched: Record<string, Date> } & Record<string, unknown>;

/** A state of something that may go, and perhaps come back. */
export interface Stage {
  readonly stage: string;
  readonly at: Date;
  readonly isGone: boolean;
}
type ToldStage = Stage & { readonly seq: number };

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

  async keep(
    collection: string,
    id: string,
    part: string,
    seq: number,
    data: object,
    session: ClientSession,
  ): Promise<void> {
    const keptSeq = (await this.#read<{ seq?: number }>(collection, id, part, session))?.seq ?? 0;
    if (keptSeq <= seq) await this.#write(collection, id, part, { ...data, seq }, session);
  }

  /** Keeps the newest stage; its `at` is when the thing went, or came back, whatever was told of it since. That takes all stages, because an older one may be heard of last. */
  async keepStage(
    collection: string,
    id: string,
    part: string,
    seq: number,
    stage: Stage,
    session: ClientSession,
  ): Promise<void> {
    const told = (await this.#read<{ stages?: ToldStage[] }>(collection, id, part, session))?.stages ?? [];
    const stages = [...told.filter((other) => other.seq !== seq), { ...stage, seq }].toSorted((a, b) => a.seq - b.seq);
    await this.#write(collection, id, part, { ...presentStage(stages), stages }, session);
  }

  /** Null for a part that was never told, or not since the projection began to be made again. */
  async #read<P>(collection: string, id: string, part: string, session: ClientSession): Promise<P | null> {
    const known = await this.#connection
      .collection<KeptRow>(collection)
      .findOne({ _id: id }, { session, projection: { [part]: 1, [`touched.${part}`]: 1 } });
    const isStale = this.#since !== null && (known?.touched[part]?.getTime() ?? 0) < this.#since.getTime();
    return isStale ? null : ((known?.[part] as P | undefined) ?? null);
  }

  async #write(collection: string, id: string, part: string, data: object, session: ClientSession): Promise<void> {
    await this.#connection
      .collection<KeptRow>(collection)
      .updateOne({ _id: id }, { $set: { [part]: data }, $currentDate: { [`touched.${part}`]: true } } as object, {
        session,
        upsert: true,
      });
  }
}

/** The last of the stages, which come oldest first, since it became so. */
const presentStage = (stages: readonly ToldStage[]): ToldStage =>
  stages.reduce((before, next) => (next.isGone === before.isGone ? { ...next, at: before.at } : next));
