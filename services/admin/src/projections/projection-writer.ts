import type { ClientSession, Connection } from 'mongoose';

/**
 * A row of a projection. Each part is replaced as a whole by one type of event; `touched` holds the database time of
 * each part's last write. Most parts are stored under the name `told`: the data of the newest event.
 */
export type ProjectionRow = { _id: string; touched: Record<string, Date> } & Record<string, unknown>;

/** A state of an entity that can be removed and restored. */
export interface Stage {
  readonly stage: string;
  readonly at: Date;
  readonly isGone: boolean;
}
type StoredStage = Stage & { readonly seq: number };

/**
 * Upserts parts of projection rows. Older data never replaces newer data, so events may be redelivered and reordered.
 * @param since start of a running rebuild: parts written before it are treated as missing
 */
export class ProjectionWriter {
  readonly #connection: Connection;
  readonly #since: Date | null;

  constructor(connection: Connection, since: Date | null = null) {
    this.#connection = connection;
    this.#since = since;
  }

  async upsertPart(
    collection: string,
    id: string,
    part: string,
    seq: number,
    data: object,
    session: ClientSession,
  ): Promise<void> {
    const storedSeq = (await this.#read<{ seq?: number }>(collection, id, part, session))?.seq ?? 0;
    if (storedSeq <= seq) await this.#write(collection, id, part, { ...data, seq }, session);
  }

  /**
   * Stores the newest stage. Its `at` is when the entity was removed or restored, not when it was last mentioned. All
   * stages are stored, because an older one may arrive last.
   */
  async upsertStage(
    collection: string,
    id: string,
    part: string,
    seq: number,
    stage: Stage,
    session: ClientSession,
  ): Promise<void> {
    const stored = (await this.#read<{ stages?: StoredStage[] }>(collection, id, part, session))?.stages ?? [];
    const stages = [...stored.filter((other) => other.seq !== seq), { ...stage, seq }].toSorted(
      (a, b) => a.seq - b.seq,
    );
    await this.#write(collection, id, part, { ...currentStage(stages), stages }, session);
  }

  /** Returns null for a part that was never written, or not since the rebuild started. */
  async #read<P>(collection: string, id: string, part: string, session: ClientSession): Promise<P | null> {
    const known = await this.#connection
      .collection<ProjectionRow>(collection)
      .findOne({ _id: id }, { session, projection: { [part]: 1, [`touched.${part}`]: 1 } });
    const isStale = this.#since !== null && (known?.touched[part]?.getTime() ?? 0) < this.#since.getTime();
    return isStale ? null : ((known?.[part] as P | undefined) ?? null);
  }

  async #write(collection: string, id: string, part: string, data: object, session: ClientSession): Promise<void> {
    await this.#connection
      .collection<ProjectionRow>(collection)
      .updateOne({ _id: id }, { $set: { [part]: data }, $currentDate: { [`touched.${part}`]: true } } as object, {
        session,
        upsert: true,
      });
  }
}

/** The newest stage, with the time when the entity was removed or restored. Expects stages oldest first. */
const currentStage = (stages: readonly StoredStage[]): StoredStage =>
  stages.reduce((before, next) => (next.isGone === before.isGone ? { ...next, at: before.at } : next));
