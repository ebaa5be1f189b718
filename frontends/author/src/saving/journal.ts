import { ChangeSet } from '@codemirror/state';
import { withTimeout } from '@inkbear/web-kit/with-timeout.ts';
import { type Entry, JournalStore, storageTimeoutMs } from '@inkbear/web-kit/journal/journal-store.ts';
import { type BatchRow } from '@inkbear/web-kit/journal/write-ahead.ts';
import { JournalWriter } from './journal-writer.ts';
import type { JournalRecord, SaveJournal } from './save-port.ts';

/** Locks by name, which the browser releases when their tab dies. */
export interface TabLocks {
  /** Resolves with the function that releases the lock, or with null when another tab holds it. */
  acquire: (name: string) => Promise<(() => void) | null>;
  /** Resolves once no tab holds the lock. */
  whenFree: (name: string) => Promise<void>;
}

/** A journal that this tab writes for one document, with the unsaved changes of a closed tab in it. */
export interface ClaimedJournal extends SaveJournal {
  readonly key: string;
  readonly recovered: JournalRecord | null;
  readonly release: () => void;
}
export type RecoveredJournal = ClaimedJournal & { readonly documentId: string; readonly recovered: JournalRecord };

export type JournalId = Pick<Entry, 'key' | 'userId' | 'documentId'>;

/** Unacknowledged changes in this browser, by user and document. A user's entries are never read for another one. */
export class Journal {
  readonly #locks: TabLocks;
  readonly #store: JournalStore;

  constructor(locks: TabLocks, store = new JournalStore()) {
    this.#locks = locks;
    this.#store = store;
  }

  /**
   * Takes over the journal of a closed tab for this document, or starts an empty one. `heldElsewhere` are the keys of
   * its other journals that could not be claimed.
   */
  async claim(userId: string, documentId: string): Promise<ClaimedJournal & { heldElsewhere: readonly string[] }> {
    const heldElsewhere: string[] = [];
    for (const id of await this.idsOf(userId)) {
      if (id.documentId !== documentId) continue;
      const claimed = await this.claimOne(id);
      if (claimed !== null && claimed !== 'unreadable') return { ...claimed, heldElsewhere };
      heldElsewhere.push(id.key);
    }
    const key = `${userId}:${documentId}:${crypto.randomUUID()}`;
    const release = (await this.#locks.acquire(key)) ?? (() => undefined);
    return { ...this.#writer({ key, userId, documentId }), key, recovered: null, release, heldElsewhere };
  }

  /** All journals of this user, those of open tabs too. */
  idsOf(userId: string): Promise<readonly JournalId[]> {
    return this.#store.entriesOf(userId);
  }

  /**
   * Takes over one journal; the caller must release it. Null when an open tab holds it or has just emptied it.
   * `unreadable` when it cannot be read now: then it must not be overwritten.
   */
  async claimOne(id: JournalId): Promise<RecoveredJournal | 'unreadable' | null> {
    const release = await this.#locks.acquire(id.key);
    if (release === null) return null;
    const recovered = await withTimeout(this.#readRecord(id.key), storageTimeoutMs).catch(() => 'unreadable' as const);
    if (recovered !== null && recovered !== 'unreadable')
      return { ...this.#writer(id), key: id.key, documentId: id.documentId, recovered, release };
    release();
    return recovered;
  }

  /** Resolves once no tab holds the journal. */
  whenReleased(key: string): Promise<void> {
    return this.#locks.whenFree(key);
  }

  /**
   * Null without an entry; throws when it lacks its base text. Prefers the write-ahead copy, which is newer than the entry
   * in the database until the base text changes: a copy of an older base was left behind when the page ended between
   * writing the entry and removing the copy.
   */
  async #readRecord(key: string): Promise<JournalRecord | null> {
    const writeAhead = this.#store.writeAhead.read(key);
    if (writeAhead?.base) return recordOf(writeAhead.base, writeAhead.batches);
    const [entry, base] = await this.#store.run((database) =>
      Promise.all([database.get('entries', key), database.get('bases', key)]),
    );
    if (!writeAhead && !entry) return null;
    const newest = [writeAhead, entry].find((record) => record?.baseRev === base?.rev);
    if (!newest || !base) throw new Error('The journal entry lacks its base text.');
    return recordOf(base, newest.batches);
  }

  #writer(id: JournalId): SaveJournal {
    const writer = new JournalWriter(this.#store, id);
    return { write: writer.write, writeSync: writer.writeSync };
  }
}

const recordOf = ({ rev, text }: JournalRecord['base'], batches: readonly BatchRow[]): JournalRecord => ({
  base: { rev, text },
  batches: batches.map((row) => ({ ...row, changes: ChangeSet.fromJSON(row.changes) })),
});
