import { withTimeout } from '@inkbear/web-kit/with-timeout.ts';
import {
  type Entry,
  type JournalDatabase,
  type JournalStore,
  storageTimeoutMs,
} from '@inkbear/web-kit/journal/journal-store.ts';
import type { BatchRow } from '@inkbear/web-kit/journal/unload-copy.ts';
import type { JournalRecord, SaveJournal } from './save-port.ts';

/**
 * Base texts up to this length are included in the unload copy although the database has them, so that the copy can be
 * restored without the database.
 */
const maxCopiedBase = 200_000;

/** Writes one document's journal: to IndexedDB in order, and to the unload copy synchronously before page unload. */
export class JournalWriter implements SaveJournal {
  readonly #store: JournalStore;
  readonly #name: Pick<Entry, 'key' | 'userId' | 'documentId'>;
  /** Revision of the stored base text, and the connection that stored it: after a reconnect the data may be gone. */
  #stored: { readonly rev: number; readonly database: JournalDatabase } | null = null;
  /** The order of the last record, in either store. */
  #order: number;
  /** The order of the last write that reached the database: a write that has timed out must not replace a later one. */
  #startedOrder = 0;
  /** The order of the unload copy; null without one. Starts as `lastOrder`: the earlier page may have left a copy. */
  #copyOrder: number | null;
  #last: Promise<boolean> = Promise.resolve(true);

  /** @param lastOrder the order of the newest record of an earlier page with this key; 0 without one */
  constructor(store: JournalStore, name: Pick<Entry, 'key' | 'userId' | 'documentId'>, lastOrder = 0) {
    this.#store = store;
    this.#name = name;
    this.#order = lastOrder;
    this.#copyOrder = lastOrder;
  }

  readonly write = (record: JournalRecord | null): Promise<boolean> => {
    const order = this.#nextOrder();
    // The server has everything, so the copy is obsolete even if the database fails.
    if (record === null) this.#removeCopy();
    this.#last = this.#last.then(() => this.#attempt(record, order));
    return this.#last;
  };

  readonly writeSync = ({ base, batches }: JournalRecord): boolean => {
    const hasBase = this.#stored?.rev === base.rev && this.#store.isConnected(this.#stored.database);
    const needsBase = !hasBase || base.text.length <= maxCopiedBase;
    const order = this.#nextOrder();
    const isWritten = this.#store.unloadCopy.write({
      ...this.#name,
      baseRev: base.rev,
      batches: rowsOf(batches),
      order,
      ...(needsBase ? { base } : {}),
    });
    if (isWritten) this.#copyOrder = order;
    return isWritten;
  };

  readonly onLost = (listener: () => void): (() => void) => this.#store.onLost(listener);

  /** A time, so that it also exceeds the order of a record in a database that could not be read. */
  #nextOrder(): number {
    this.#order = Math.max(this.#order + 1, Date.now());
    return this.#order;
  }

  #attempt(record: JournalRecord | null, order: number): Promise<boolean> {
    const work = this.#put(record, order).then(() => {
      if (this.#copyOrder !== null && this.#copyOrder <= order) this.#removeCopy();
      return true;
    });
    return withTimeout(work, storageTimeoutMs).catch(() => {
      this.#stored = null;
      this.#store.reconnect();
      return false;
    });
  }

  #put(record: JournalRecord | null, order: number): Promise<void> {
    const { key, userId, documentId } = this.#name;
    return this.#store.run(async (database) => {
      if (order < this.#startedOrder) return;
      this.#startedOrder = order;
      const transaction = database.transaction(['entries', 'bases'], 'readwrite');
      const [entries, bases] = [transaction.objectStore('entries'), transaction.objectStore('bases')];
      const writes: Promise<unknown>[] = [transaction.done];
      try {
        if (record === null) writes.push(entries.delete(key), bases.delete(key));
        else {
          const hasBase = this.#stored?.rev === record.base.rev && this.#stored.database === database;
          if (!hasBase) writes.push(bases.put({ ...record.base, key, userId }));
          writes.push(
            entries.put({ key, userId, documentId, baseRev: record.base.rev, batches: rowsOf(record.batches), order }),
          );
        }
      } catch (error) {
        // Otherwise the writes before this one would be committed, and the older entry would lose its base text.
        transaction.abort();
        await Promise.allSettled(writes);
        throw error;
      }
      await Promise.all(writes);
      this.#stored = record === null ? null : { rev: record.base.rev, database };
    });
  }

  #removeCopy(): void {
    if (this.#copyOrder === null) return;
    this.#store.unloadCopy.remove(this.#name.key);
    this.#copyOrder = null;
  }
}

const rowsOf = (batches: JournalRecord['batches']): BatchRow[] =>
  batches.map((batch) => ({ ...batch, changes: batch.changes.toJSON() as unknown }));
