import type { Entry, JournalDatabase, JournalStore } from './journal-store.ts';
import type { BatchRow } from './write-ahead.ts';
import type { JournalRecord, SaveJournal } from './save-port.ts';

/** A storage that does not answer for so long (milliseconds) counts as failed: the save that waits for it goes on. */
const timeoutMs = 1500;
/**
 * A base text up to this length is copied into the write-ahead record although the database has it, so that one
 * survives without the other.
 */
const shortBase = 200_000;

/**
 * Writes the journal of one document: to IndexedDB in order, and synchronously to the write-ahead copy when the page
 * may go away.
 */
export class JournalWriter implements SaveJournal {
  readonly #store: JournalStore;
  readonly #name: Pick<Entry, 'key' | 'userId' | 'documentId'>;
  /**
   * The revision of the base text that was stored, and the connection it was stored by: behind a new one the data may
   * have been cleared.
   */
  #stored: { readonly rev: number; readonly database: JournalDatabase } | null = null;
  /** Counts the writes; a write that was given up after its timeout must not replace a later one. */
  #version = 0;
  #begun = 0;
  /** The write that the write-ahead copy belongs to; one that another page left is older than every write here. */
  #ahead: number | null = 0;
  #last: Promise<boolean> = Promise.resolve(true);

  constructor(store: JournalStore, name: Pick<Entry, 'key' | 'userId' | 'documentId'>) {
    this.#store = store;
    this.#name = name;
  }

  readonly write = (record: JournalRecord | null): Promise<boolean> => {
    const version = (this.#version += 1);
    // The server has everything: the copy is not needed, whatever the database answers.
    if (record === null) this.#removeAhead();
    this.#last = this.#last.then(() => this.#attempt(record, version));
    return this.#last;
  };

  readonly writeSync = ({ base, batches }: JournalRecord): boolean => {
    const hasBase = this.#stored?.rev === base.rev && this.#store.isConnected(this.#stored.database);
    const needsBase = !hasBase || base.text.length <= shortBase;
    const isWritten = this.#store.writeAhead.write({
      ...this.#name,
      baseRev: base.rev,
      batches: rowsOf(batches),
      ...(needsBase ? { base } : {}),
    });
    this.#version += 1;
    this.#ahead = isWritten ? this.#version : null;
    return isWritten;
  };

  #attempt(record: JournalRecord | null, version: number): Promise<boolean> {
    const work = this.#put(record, version).then(() => {
      if (this.#ahead !== null && this.#ahead <= version) this.#removeAhead();
      return true;
    });
    return withTimeout(work).catch(() => {
      this.#stored = null;
      this.#store.reconnect();
      return false;
    });
  }

  #put(record: JournalRecord | null, version: number): Promise<void> {
    const { key, userId, documentId } = this.#name;
    return this.#store.run(async (database) => {
      if (version < this.#begun) return;
      this.#begun = version;
      const transaction = database.transaction(['entries', 'bases'], 'readwrite');
      const [entries, bases] = [transaction.objectStore('entries'), transaction.objectStore('bases')];
      const writes: Promise<unknown>[] = [];
      if (record === null) writes.push(entries.delete(key), bases.delete(key));
      else {
        const hasBase = this.#stored?.rev === record.base.rev && this.#stored.database === database;
        if (!hasBase) writes.push(bases.put({ ...record.base, key, userId }));
        writes.push(
          entries.put({ key, userId, documentId, baseRev: record.base.rev, batches: rowsOf(record.batches) }),
        );
      }
      await Promise.all([...writes, transaction.done]);
      this.#stored = record === null ? null : { rev: record.base.rev, database };
    });
  }

  #removeAhead(): void {
    if (this.#ahead === null) return;
    this.#store.writeAhead.remove(this.#name.key);
    this.#ahead = null;
  }
}

const rowsOf = (batches: JournalRecord['batches']): BatchRow[] =>
  batches.map((batch) => ({ ...batch, changes: batch.changes.toJSON() as unknown }));

function withTimeout<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The storage did not answer in time.')), timeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
