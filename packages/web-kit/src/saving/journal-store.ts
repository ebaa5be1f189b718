import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Batch, Stored } from './save-model.ts';

export type BatchRow = Omit<Batch, 'changes'> & { changes: unknown };
export interface Entry { key: string; userId: string; documentId: string; baseRev: number; batches: BatchRow[] }
interface Schema extends DBSchema {
  entries: { key: string; value: Entry; indexes: { 'by-user': string } };
  /** Apart from the entries, for it is long and changes rarely. */
  bases: { key: string; value: Stored & { key: string; userId: string }; indexes: { 'by-user': string } };
}

/** Where unacknowledged changes lie in this browser, by user. It understands no text, so that a page without an editor can count and wipe. */
export class JournalStore {
  readonly #name: string;
  #database: Promise<IDBPDatabase<Schema>> | null = null;

  constructor(name = 'inkbear-journal') {
    this.#name = name;
  }

  open(): Promise<IDBPDatabase<Schema>> {
    this.#database ??= openDB<Schema>(this.#name, 1, {
      upgrade(database) {
        for (const store of ['entries', 'bases'] as const) database.createObjectStore(store, { keyPath: 'key' }).createIndex('by-user', 'userId');
      },
    });
    this.#database.catch(() => { this.#database = null; });
    return this.#database;
  }

  async entriesOf(userId: string): Promise<Entry[]> {
    return (await this.open()).getAllFromIndex('entries', 'by-user', userId);
  }

  /** How many documents of this user wait here; a browser that cannot store has none. */
  async countFor(userId: string): Promise<number> {
    return (await this.entriesOf(userId).catch(() => [])).length;
  }

  async wipe(userId: string): Promise<void> {
    const transaction = (await this.open()).transaction(['entries', 'bases'], 'readwrite');
    for (const store of ['entries', 'bases'] as const) {
      for (const key of await transaction.objectStore(store).index('by-user').getAllKeys(userId)) await transaction.objectStore(store).delete(key);
    }
    await transaction.done;
  }
}
