import type { OriginSpan } from '@inkbear/prose/origins';

/** A text stored on the server. */
export interface StoredText {
  readonly rev: number;
  readonly text: string;
}
/** `replace`: a bulk change by the author, such as replace-all; the text before it must stay in the history. */
export type SaveKind = 'autosave' | 'ai' | 'conflict' | 'replace';

/** Changes that become one revision. A sealed batch never changes, so that it can be retried under its changeId. */
export interface BatchRow {
  readonly changeId: string;
  /** A change set as JSON. */
  readonly changes: unknown;
  /** Spans of the text after the changes that were not typed. */
  readonly origins: readonly OriginSpan[];
  readonly kind: SaveKind;
  readonly sealed: boolean;
  /** The server refused the changes: send the full text instead. */
  readonly asText: boolean;
  /** The time of its first change, in milliseconds. */
  readonly since: number;
}

/** A journal record as JSON; without `base` it refers to the base text in the database with `baseRev`. */
export interface UnloadCopyRecord {
  readonly key: string;
  readonly userId: string;
  readonly documentId: string;
  readonly baseRev: number;
  readonly base?: StoredText;
  readonly batches: readonly BatchRow[];
  /** Like the `order` of an entry. */
  readonly order?: number;
}

/** In characters of JSON; localStorage holds about five million for the whole site. */
const maxRecordLength = 2_400_000;

/**
 * The last changes of a document in localStorage, which writes synchronously and so works while a page is unloaded. A
 * record is written before a possible unload when the database lacks it, and removed once the database has it. Every
 * key contains the user's id, so another user's records are never read.
 */
export class UnloadCopy {
  readonly #prefix: string;

  constructor(name: string) {
    this.#prefix = `${name}:ahead:`;
  }

  /**
   * False when the record is too long or the browser refuses. An older record stays: it may have words that are nowhere
   * else, and its order shows whether the entry in the database is newer.
   */
  write(record: UnloadCopyRecord): boolean {
    try {
      const json = JSON.stringify(record);
      if (json.length <= maxRecordLength) {
        localStorage.setItem(this.#prefix + record.key, json);
        return true;
      }
    } catch {
      // Storage is blocked or full: the caller keeps the page open instead.
    }
    return false;
  }

  /** The record with this key; null when there is none or it is unreadable. */
  read(key: string): UnloadCopyRecord | null {
    try {
      const record = JSON.parse(localStorage.getItem(this.#prefix + key) ?? 'null') as UnloadCopyRecord | null;
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

  entriesOf(userId: string): Pick<UnloadCopyRecord, 'key' | 'userId' | 'documentId'>[] {
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
