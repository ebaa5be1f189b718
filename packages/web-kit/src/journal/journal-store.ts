import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { withTimeout } from '../with-timeout.ts';
import { type BatchRow, type StoredText, UnloadCopy } from './unload-copy.ts';

export interface Entry {
  key: string;
  userId: string;
  documentId: string;
  baseRev: number;
  batches: BatchRow[];
  /**
   * Increases with every entry and every unload copy of a key, so the greater one is the newer. Absent in records
   * of earlier versions, which are older than any with it.
   */
  order?: number;
}
type EntryName = Pick<Entry, 'key' | 'userId' | 'documentId'>;

/** The keys and documents of a user's entries. */
export interface EntryList {
  readonly entries: readonly EntryName[];
  /** False when the database could not be read: then only the unload copies are listed. */
  readonly isComplete: boolean;
}
interface Schema extends DBSchema {
  entries: { key: string; value: Entry; indexes: { 'by-user': string } };
  /** Separate from the entries, because base texts are long and change rarely. */
  bases: { key: string; value: StoredText & { key: string; userId: string }; indexes: { 'by-user': string } };
}
/** In milliseconds. Work that takes longer counts as failed, so that its callers can continue. */
export const storageTimeoutMs = 1500;
export type JournalDatabase = IDBPDatabase<Schema>;

/**
 * Unacknowledged changes in this browser, by user: an IndexedDB database, and an unload copy of changes that it lacks,
 * written synchronously. It does not import CodeMirror, so pages without an editor can list and delete entries cheaply.
 */
export class JournalStore {
  readonly unloadCopy: UnloadCopy;
  readonly #name: string;
  #database: Promise<JournalDatabase> | null = null;
  #connected: JournalDatabase | null = null;
  readonly #lossListeners = new Set<() => void>();

  constructor(name = 'inkbear-journal') {
    this.#name = name;
    this.unloadCopy = new UnloadCopy(name);
  }

  /** The open connection. One that failed, was closed by the browser or blocks another tab is replaced. */
  open(): Promise<JournalDatabase> {
    if (this.#database !== null) return this.#database;
    const drop = () => {
      if (this.#database !== opening) return false;
      this.#database = null;
      this.#connected = null;
      return true;
    };
    const lose = () => {
      if (drop()) for (const listener of this.#lossListeners) listener();
    };
    const opening = openDB<Schema>(this.#name, 1, {
      upgrade(database) {
        for (const store of ['entries', 'bases'] as const) {
          database.createObjectStore(store, { keyPath: 'key' }).createIndex('by-user', 'userId');
        }
      },
      // Another tab upgrades or deletes the database (`versionchange`): an open connection would block it.
      blocking: (_current, _blocked, event) => {
        (event.target as IDBDatabase).close();
        lose();
      },
      // The browser closed the connection (`close`), because the site's data were cleared or its storage process ended.
      terminated: lose,
    });
    this.#database = opening;
    opening.then((database) => {
      if (this.#database === opening) this.#connected = database;
    }, drop);
    return opening;
  }

  /**
   * Calls the listener when the browser or another tab has closed the connection: what the database stored may be
   * deleted. Returns a function that removes the listener.
   */
  onLost(listener: () => void): () => void {
    this.#lossListeners.add(listener);
    return () => void this.#lossListeners.delete(listener);
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

  async entriesOf(userId: string): Promise<EntryList> {
    const stored = await this.#readEntries(userId).catch(() => null);
    return { entries: this.#withCopies(userId, stored ?? []), isComplete: stored !== null };
  }

  async wipe(userId: string): Promise<void> {
    this.unloadCopy.wipe(userId);
    await this.#runInTime(async (database) => {
      const transaction = database.transaction(['entries', 'bases'], 'readwrite');
      for (const name of ['entries', 'bases'] as const) {
        const store = transaction.objectStore(name);
        for (const key of await store.index('by-user').getAllKeys(userId)) await store.delete(key);
      }
      await transaction.done;
    });
  }

  async #readEntries(userId: string): Promise<EntryName[]> {
    if (!('indexedDB' in globalThis)) return [];
    return this.#runInTime((database) => database.getAllFromIndex('entries', 'by-user', userId));
  }

  #withCopies(userId: string, stored: EntryName[]): EntryName[] {
    const known = new Set(stored.map(({ key }) => key));
    return [...stored, ...this.unloadCopy.entriesOf(userId).filter(({ key }) => !known.has(key))];
  }

  /** Like `run`, but rejects when the database does not answer in time; the next call then uses a new connection. */
  #runInTime<T>(work: (database: JournalDatabase) => Promise<T>): Promise<T> {
    return withTimeout(this.run(work), storageTimeoutMs).catch((error: unknown) => {
      this.reconnect();
      throw error;
    });
  }
}

const isClosed = (error: unknown): boolean => error instanceof DOMException && error.name === 'InvalidStateError';
