import type { ClientSession, Connection } from 'mongoose';

/**
 * A row of a projection. It has one part (a field with an object) for each type of event that it is built from. An event
 * replaces its part as a whole. `touched` has the database time of each part's last write.
 */
export type ProjectionRow = { _id: string; touched: Record<string, Date> } & Record<string, unknown>;

/** The stored name of the only part of rows that are built from one type of event: the data of the newest event. */
const dataPart = 'told';

/** A state of an entity that can be removed and restored. */
export interface Stage {
  readonly stage: string;
  readonly at: Date;
  /** Whether the entity is removed in this stage. */
  readonly isGone: boolean;
}
type StoredStage = Stage & { readonly seq: number };

interface WriterOptions {
  readonly connection: Connection;
  readonly session: ClientSession;
  /** The sequence number of the event. */
  readonly seq: number;
  /** Start of a running rebuild: parts that were written before it are treated as missing. */
  readonly since: Date | null;
}

/**
 * Writes what one event says to projection rows. Older data never replaces newer data, so events may be redelivered and
 * reordered.
 */
export class ProjectionWriter {
  readonly #options: WriterOptions;

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  /** Replaces the data of a row that is built from one type of event. */
  async upsertData(collection: string, id: string, data: object): Promise<void> {
    await this.upsertPart(collection, id, dataPart, data);
  }

  /** Replaces one part of a row. */
  async upsertPart(collection: string, id: string, part: string, data: object): Promise<void> {
    const { seq } = this.#options;
    const storedSeq = (await this.#read<{ seq?: number }>(collection, id, part))?.seq ?? 0;
    if (storedSeq <= seq) await this.#write(collection, id, part, { ...data, seq });
  }

  /**
   * Stores the newest stage as a part of a row. Its `at` is when the entity was removed or restored, not when it was
   * last mentioned. All stages are stored, because an older one may arrive last.
   */
  async upsertStage(collection: string, id: string, part: string, stage: Stage): Promise<void> {
    const { seq } = this.#options;
    const stored = (await this.#read<{ stages?: StoredStage[] }>(collection, id, part))?.stages ?? [];
    const stages = [...stored.filter((other) => other.seq !== seq), { ...stage, seq }].toSorted(
      (a, b) => a.seq - b.seq,
    );
    await this.#write(collection, id, part, { ...currentStage(stages), stages });
  }

  /** Returns null for a part that was never written, or not since the rebuild started. */
  async #read<P>(collection: string, id: string, part: string): Promise<P | null> {
    const { connection, session, since } = this.#options;
    const row = await connection
      .collection<ProjectionRow>(collection)
      .findOne({ _id: id }, { session, projection: { [part]: 1, [`touched.${part}`]: 1 } });
    const isStale = since !== null && (row?.touched[part]?.getTime() ?? 0) < since.getTime();
    return isStale ? null : ((row?.[part] as P | undefined) ?? null);
  }

  async #write(collection: string, id: string, part: string, data: object): Promise<void> {
    const { connection, session } = this.#options;
    await connection
      .collection<ProjectionRow>(collection)
      .updateOne({ _id: id }, { $set: { [part]: data }, $currentDate: { [`touched.${part}`]: true } } as object, {
        session,
        upsert: true,
      });
  }
}

/** The newest stage, with the time when the entity was removed or restored. @param stages oldest first */
const currentStage = (stages: readonly StoredStage[]): StoredStage =>
  stages.reduce((before, next) => (next.isGone === before.isGone ? { ...next, at: before.at } : next));
