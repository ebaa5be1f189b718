import type { ClientSession } from 'mongoose';
import type { ProjectionRepository, RowKey } from './projection.repository.ts';

/**
 * A row that is built from a single type of event has one part, `data`: the data of the newest event. It is also written
 * as `told`, its name in the previous release, whose processes may still run (see the migration `0005-data`).
 */
const dataParts = ['data', 'told'] as const;

/** A lifecycle state of an entity that can be removed and restored. */
export interface LifecycleState {
  /** The name of the state, such as `trashed`. */
  readonly stage: string;
  readonly at: Date;
  /** Whether the entity is removed in this state; stored under this name. */
  readonly isGone: boolean;
}
type StoredState = LifecycleState & { readonly seq: number };

interface WriterOptions {
  readonly rows: ProjectionRepository;
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
    await this.#upsertIfNewer({ collection, id }, dataParts, data);
  }

  /** Replaces one part of a row. */
  async upsertPart(collection: string, id: string, part: string, data: object): Promise<void> {
    await this.#upsertIfNewer({ collection, id }, [part], data);
  }

  /** Replaces all these parts, unless newer data is stored in one of them. */
  async #upsertIfNewer(row: RowKey, parts: readonly string[], data: object): Promise<void> {
    const { rows, session, seq, since } = this.#options;
    for (const part of parts) {
      const stored = await rows.findPart<{ seq?: number }>({ ...row, part }, session, since);
      if ((stored?.seq ?? 0) > seq) return;
    }
    await rows.saveParts(row, parts, { ...data, seq }, session);
  }

  /**
   * Stores the newest lifecycle state as a part of a row. Its `at` is when the entity was removed or restored, not when
   * it was last mentioned. All states are stored (as `stages`), because an older one may arrive last.
   */
  async upsertState(collection: string, id: string, part: string, state: LifecycleState): Promise<void> {
    const { rows, session, seq, since } = this.#options;
    const key = { collection, id, part };
    const stored = (await rows.findPart<{ stages?: StoredState[] }>(key, session, since))?.stages ?? [];
    const stages = [...stored.filter((other) => other.seq !== seq), { ...state, seq }].toSorted(
      (a, b) => a.seq - b.seq,
    );
    await rows.saveParts(key, [part], { ...currentState(stages), stages }, session);
  }
}

/** The newest state, with the time when the entity was removed or restored. @param stages oldest first */
const currentState = (stages: readonly StoredState[]): StoredState =>
  stages.reduce((before, next) => (next.isGone === before.isGone ? { ...next, at: before.at } : next));
