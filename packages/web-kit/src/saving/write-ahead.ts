import type { Batch, Stored } from './save-model.ts';

/** A batch as it is stored: its changes as JSON. */
export type BatchRow = Omit<Batch, 'changes'> & { changes: unknown };

/** A journal record as JSON; without a base it belongs to the base that the database has for `baseRev`. */
export interface WriteAheadRecord {
  readonly key: string;
  readonly userId: string;
  readonly documentId: string;
  readonly baseRev: number;
  readonly base?: Stored;
  readonly batches: readonly BatchRow[];
}

/** Characters of JSON for one document; localStorage holds about five million for a whole site. */
const longestRecord = 2_400_000;

/**
 * The last changes of a document in localStorage, which unlike IndexedDB writes synchronously: the only storage that
 * still works while a page is unloaded. A record is written when the page may go away before the database has it, and
 * removed when the database does. Every key carries the user, so another user's records are never read.
 */
export class WriteAhead {
  readonly #prefix: string;

  constructor(name: string) {
    this.#prefix = `${name}:ahead:`;
  }

  /** False when it does not fit or the browser refuses; then nothing of an older record is left either. */
  write(record: WriteAheadRecord): boolean {
    try {
      const json = JSON.stringify(record);
      if (json.length <= longestRecord) {
        localStorage.setItem(this.#prefix + record.key, json);
        return true;
      }
    } catch {
      // Storage is blocked or full: the caller keeps the page open instead.
    }
    this.remove(record.key);
    return false;
  }

  /** The record under this key; null when there is none, or one that is not readable. */
  read(key: string): WriteAheadRecord | null {
    try {
      const record = JSON.parse(localStorage.getItem(this.#prefix + key) ?? 'null') as WriteAheadRecord | null;
      return record !== null && record.key === key && Array.isArray(record.batches) ? record : null;
    } catch {
      return null;
    }
  }

  remove(key: string): void {
    try {
      localStorage.removeItem(this.#prefix + key);
    } catch {
      // A browser that blocks storage has stored nothing, so there is nothing to remove.
    }
  }

  entriesOf(userId: string): Pick<WriteAheadRecord, 'key' | 'userId' | 'documentId'>[] {
    return this.#keysOf(userId)
      .flatMap((key) => this.read(key) ?? [])
      .filter((record) => record.userId === userId);
  }

  wipe(userId: string): void {
    for (const key of this.#keysOf(userId)) this.remove(key);
  }

  #keysOf(userId: string): string[] {
    const start = `${this.#prefix}${userId}:`;
    try {
      return Object.keys(localStorage)
        .filter((name) => name.startsWith(start))
        .map((name) => name.slice(this.#prefix.length));
    } catch {
      return [];
    }
  }
}
