import { withTimeout } from '@inkbear/web-kit/with-timeout.ts';
import {
  type Entry,
  type JournalDatabase,
  type JournalStore,
  storageTimeoutMs,
} from '@inkbear/web-kit/journal/journal-store.ts';
import type { BatchRow } from '@inkbear/web-kit/journal/write-ahead.ts';
import type { JournalRecord, SaveJournal } from './save-port.ts';

/**
 * Base texts up to this length are copied into the write-ahead record although the database has them, so that the
 * record can be restored without the database.
 */
const maxCopiedBase = 200_000;

/** Writes one document's journal: to IndexedDB in order, and to the synchronous write-ahead copy before page unload. */
export class JournalWriter implements SaveJournal {
  readonly #store: JournalStore;
  readonly #name: Pick<Entry, 'key' | 'userId' | 'documentId'>;
  /** Revision of the stored base text, and the connection that stored it: after a reconnect the data may be gone. */
  #stored: { readonly rev: number; readonly database: JournalDatabase } | null = null;
  /** Counts the writes, because a write that has timed out must not replace a later one. */
  #version = 0;
  #startedVersion = 0;
  /** The write that the write-ahead copy belongs to; 0 for a copy of an earlier page, null without a copy. */
  #writeAheadVersion: number | null = 0;
  #last: Promise<boolean> = Promise.resolve(true);

  constructor(store: JournalStore, name: Pick<Entry, 'key' | 'userId' | 'documentId'>) {
    this.#store = store;
    this.#name = name;
  }

  readonly write = (record: JournalRecord | null): Promise<boolean> => {
    const version = (this.#version += 1);
    // The server has everything, so the copy is obsolete even if the database fails.
    if (record === null) this.#removeWriteAhead();
    this.#last = this.#last.then(() => this.#attempt(record, version));
    return this.#last;
  };

  readonly writeSync = ({ base, batches }: JournalRecord): boolean => {
    const hasBase = this.#stored?.rev === base.rev && this.#store.isConnected(this.#stored.database);
    const needsBase = !hasBase || base.text.length <= maxCopiedBase;
    const isWritten = this.#store.writeAhead.write({
      ...this.#name,
      baseRev: base.rev,
      batches: rowsOf(batches),
      ...(needsBase ? { base } : {}),
    });
    this.#version += 1;
    this.#writeAheadVersion = isWritten ? this.#version : null;
    return isWritten;
  };

  #attempt(record: JournalRecord | null, version: number): Promise<boolean> {
    const work = this.#put(record, version).then(() => {
      if (this.#writeAheadVersion !== null && this.#writeAheadVersion <= version) this.#removeWriteAhead();
      return true;
    });
    return withTimeout(work, storageTimeoutMs).catch(() => {
      this.#stored = null;
      this.#store.reconnect();
      return false;
    });
  }

  #put(record: JournalRecord | null, version: number): Promise<void> {
    const { key, userId, documentId } = this.#name;
    return this.#store.run(async (database) => {
      if (version < this.#startedVersion) return;
      this.#startedVersion = version;
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

  #removeWriteAhead(): void {
    if (this.#writeAheadVersion === null) return;
    this.#store.writeAhead.remove(this.#name.key);
    this.#writeAheadVersion = null;
  }
}

const rowsOf = (batches: JournalRecord['batches']): BatchRow[] =>
  batches.map((batch) => ({ ...batch, changes: batch.changes.toJSON() as unknown }));
