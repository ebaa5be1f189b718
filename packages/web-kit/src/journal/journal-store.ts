import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { type BatchRow, type Stored, WriteAhead } from './write-ahead.ts';

export interface Entry {
  key: string;
  userId: string;
  documentId: string;
  baseRev: number;
  batches: BatchRow[];
}
interface Schema extends DBSchema {
  entries: { key: string; value: Entry; indexes: { 'by-user': string } };
  /** Separate from the entries, because base texts are long and change rarely. */
  bases: { key: string; value: Stored & { key: string; userId: string }; indexes: { 'by-user': string } };
}
/** In milliseconds. Work that takes longer counts as failed, so that its callers can continue. */
export const storageTimeoutMs = 1500;
export type JournalDatabase = IDBPDatabase<Schema>;

/**
 * Unacknowledged changes in this browser, by user: an IndexedDB database, and a synchronous write-ahead copy of changes
 * that it lacks. It does not import CodeMirror, so pages without an editor can count and delete entries cheaply.
 */
export class JournalStore {
  readonly writeAhead: WriteAhead;
  readonly #name: string;
  #database: Promise<JournalDatabase> | null = null;
  #connected: JournalDatabase | null = null;

  constructor(name = 'inkbear-journal') {
    this.#name = name;
    this.writeAhead = new WriteAhead(name);
  }

  /** The open connection. One that failed, was closed by the browser or blocks another tab is replaced. */
  open(): Promise<JournalDatabase> {
    if (this.#database !== null) return this.#database;
    const drop = () => {
      if (this.#database !== opening) return;
      this.#database = null;
      this.#connected = null;
    };
    const opening = openDB<Schema>(this.#name, 1, {
      upgrade(database) {
        for (const store of ['entries', 'bases'] as const) {
          database.createObjectStore(store, { keyPath: 'key' }).createIndex('by-user', 'userId');
        }
      },
      // Another tab upgrades or deletes the database (`versionchange`): an open connection would block it.
      blocking: (_current, _blocked, event) => {
        drop();
        (event.target as IDBDatabase).close();
      },
      // The browser closed the connection (`close`), because the site's data were cleared or its storage process ended.
      terminated: drop,
    });
    this.#database = opening;
    opening.then((database) => {
      if (this.#database === opening) this.#connected = database;
    }, drop);
    return opening;
  }

  /** False when the connection has been closed since; the browser may then have deleted what it stored. */
  isConnected(database: JournalDatabase): boolean {
    return this.#connected === database;
  }

  /** Makes the next `open` create a new connection, because the current one does not answer. */
  reconnect(): void {
    const stale = this.#database;
    this.#database = null;
    this.#connected = null;
    stale?.then((database) => database.close()).catch(() => undefined);
  }

  /** Runs `work` on the connection, and retries once on a new one when it turns out to be closed. */
  async run<T>(work: (database: JournalDatabase) => Promise<T>): Promise<T> {
    try {
      return await work(await this.open());
    } catch (error) {
      this.reconnect();
      if (!isClosed(error)) throw error;
      return work(await this.open());
    }
  }

  /** The keys and documents of all entries of this user. If the database is unreadable, only the write-ahead copies. */
  async entriesOf(userId: string): Promise<Pick<Entry, 'key' | 'userId' | 'documentId'>[]> {
    const stored = await this.run((database) => database.getAllFromIndex('entries', 'by-user', userId)).catch(() => []);
    const known = new Set(stored.map(({ key }) => key));
    return [...stored, ...this.writeAhead.entriesOf(userId).filter(({ key }) => !known.has(key))];
  }

  /** The number of documents of this user with unsaved changes in this browser. */
  async countFor(userId: string): Promise<number> {
    return (await this.entriesOf(userId)).length;
  }

  async wipe(userId: string): Promise<void> {
    this.writeAhead.wipe(userId);
    await this.run(async (database) => {
      const transaction = database.transaction(['entries', 'bases'], 'readwrite');
      for (const name of ['entries', 'bases'] as const) {
        const store = transaction.objectStore(name);
        for (const key of await store.index('by-user').getAllKeys(userId)) await store.delete(key);
      }
      await transaction.done;
    });
  }
}

const isClosed = (error: unknown): boolean => error instanceof DOMException && error.name === 'InvalidStateError';
