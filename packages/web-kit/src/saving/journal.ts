import { ChangeSet } from '@codemirror/state';
import { type Entry, JournalStore } from './journal-store.ts';
import { type BatchRow } from './write-ahead.ts';
import { JournalWriter } from './journal-writer.ts';
import type { JournalRecord, SaveJournal } from './save-port.ts';

/** Locks by name, which the browser releases when their tab dies. */
export interface TabLocks {
  /** Resolves with the function that releases the lock, or with null when another tab holds it. */
  acquire: (name: string) => Promise<(() => void) | null>;
}

/** A journal that this tab writes for one document, with the changes that a closed tab has left in it. */
export interface ClaimedJournal extends SaveJournal {
  readonly recovered: JournalRecord | null;
  readonly release: () => void;
}
export type RecoveredJournal = ClaimedJournal & { readonly documentId: string; readonly recovered: JournalRecord };

export type EntryName = Pick<Entry, 'key' | 'userId' | 'documentId'>;

/** Unacknowledged changes in this browser, by user and document. A user's entries are never read for another one. */
export class Journal {
  readonly #locks: TabLocks;
  readonly #store: JournalStore;

  constructor(locks: TabLocks, store = new JournalStore()) {
    this.#locks = locks;
    this.#store = store;
  }

  /** Takes over the journal of a closed tab for this document, or starts an empty one. */
  async claim(userId: string, documentId: string): Promise<ClaimedJournal> {
    for (const entry of await this.#store.entriesOf(userId)) {
      const taken = entry.documentId === documentId ? await this.claimEntry(entry) : null;
      if (taken) return taken;
    }
    const key = `${userId}:${documentId}:${crypto.randomUUID()}`;
    const release = (await this.#locks.acquire(key)) ?? (() => undefined);
    return { ...this.#writer({ key, userId, documentId }), recovered: null, release };
  }

  /** All journals of this user, those of open tabs too. */
  entriesOf(userId: string): Promise<readonly EntryName[]> {
    return this.#store.entriesOf(userId);
  }

  /**
   * Takes over one journal; the caller must release it. Null when an open tab holds it, or when it cannot be read now:
   * then it must not be overwritten.
   */
  async claimEntry(name: EntryName): Promise<RecoveredJournal | null> {
    const release = await this.#locks.acquire(name.key);
    if (release === null) return null;
    const recovered = await this.#readRecord(name.key).catch(() => null);
    if (recovered) return { ...this.#writer(name), documentId: name.documentId, recovered, release };
    release();
    return null;
  }

  /** Prefers the write-ahead copy: it exists only while it is newer than the entry in the database. */
  async #readRecord(key: string): Promise<JournalRecord | null> {
    const ahead = this.#store.writeAhead.read(key);
    if (ahead?.base) return recordOf(ahead.base, ahead.batches);
    const [entry, base] = await this.#store.run((database) =>
      Promise.all([database.get('entries', key), database.get('bases', key)]),
    );
    const newest = ahead ?? entry;
    if (!newest || !base || base.rev !== newest.baseRev) return null;
    return recordOf(base, newest.batches);
  }

  #writer(name: EntryName): SaveJournal {
    const writer = new JournalWriter(this.#store, name);
    return { write: writer.write, writeSync: writer.writeSync };
  }
}

const recordOf = ({ rev, text }: JournalRecord['base'], batches: readonly BatchRow[]): JournalRecord => ({
  base: { rev, text },
  batches: batches.map((row) => ({ ...row, changes: ChangeSet.fromJSON(row.changes) })),
});
