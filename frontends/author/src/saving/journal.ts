import { ChangeSet } from '@codemirror/state';
import { withTimeout } from '@inkbear/web-kit/with-timeout.ts';
import { type Entry, JournalStore, storageTimeoutMs } from '@inkbear/web-kit/journal/journal-store.ts';
import type { BatchRow, UnloadCopyRecord } from '@inkbear/web-kit/journal/unload-copy.ts';
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
/** The journal of a document that is being opened. */
export interface DocumentJournal extends ClaimedJournal {
  /** The keys of its other journals that could not be claimed. */
  readonly heldElsewhere: readonly string[];
  /** False when the database could not be read, so that the document may have another journal. */
  readonly isListComplete: boolean;
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

  /** Takes over the journal of a closed tab for this document, or starts an empty one. */
  async claim(userId: string, documentId: string): Promise<DocumentJournal> {
    const heldElsewhere: string[] = [];
    const { ids, isComplete } = await this.idsOf(userId);
    for (const id of ids) {
      if (id.documentId !== documentId) continue;
      const claimed = await this.claimOne(id);
      if (claimed !== null && claimed !== 'unreadable')
        return { ...claimed, heldElsewhere, isListComplete: isComplete };
      heldElsewhere.push(id.key);
    }
    const key = `${userId}:${documentId}:${crypto.randomUUID()}`;
    const release = (await this.#locks.acquire(key)) ?? (() => undefined);
    const writer = this.#writer({ key, userId, documentId });
    return { ...writer, key, recovered: null, release, heldElsewhere, isListComplete: isComplete };
  }

  /** All journals of this user, those of open tabs too. If the database is unreadable, only those with a copy. */
  async idsOf(userId: string): Promise<{ ids: readonly JournalId[]; isComplete: boolean }> {
    const { entries, isComplete } = await this.#store.entriesOf(userId);
    return { ids: entries, isComplete };
  }

  /**
   * Takes over one journal; the caller must release it. Null when an open tab holds it or has just emptied it.
   * `unreadable` when it cannot be read now: then it must not be overwritten.
   */
  async claimOne(id: JournalId): Promise<RecoveredJournal | 'unreadable' | null> {
    const release = await this.#locks.acquire(id.key);
    if (release === null) return null;
    const newest = await this.#readNewest(id.key).catch(() => 'unreadable' as const);
    if (newest !== null && newest !== 'unreadable') {
      const { record, order } = newest;
      return { ...this.#writer(id, order), key: id.key, documentId: id.documentId, recovered: record, release };
    }
    release();
    return newest;
  }

  /** Resolves once no tab holds the journal. */
  whenReleased(key: string): Promise<void> {
    return this.#locks.whenFree(key);
  }

  /**
   * The newer one of the entry in the database and the unload copy; null without either. Throws when neither has its
   * base text, or when the database does not answer. In the second case a copy that has its base text is still used,
   * because some browsers never give access to their database.
   */
  async #readNewest(key: string): Promise<{ record: JournalRecord; order: number } | null> {
    const copy = this.#store.unloadCopy.read(key);
    const reading = this.#store.run((database) =>
      Promise.all([database.get('entries', key), database.get('bases', key)]),
    );
    const [entry, base] = await withTimeout(reading, storageTimeoutMs).catch((error: unknown) => {
      if (!copy?.base) throw error;
      return [undefined, undefined] as const;
    });
    const newestFirst = [copy, entry].filter((row) => row !== null && row !== undefined).sort(compareAges);
    for (const row of newestFirst) {
      const ownBase = ('base' in row ? row.base : undefined) ?? (base?.rev === row.baseRev ? base : undefined);
      if (ownBase) return { record: recordOf(ownBase, row.batches), order: row.order ?? 0 };
    }
    if (newestFirst.length > 0) throw new Error('The journal entry lacks its base text.');
    return null;
  }

  #writer(id: JournalId, lastOrder?: number): SaveJournal {
    const writer = new JournalWriter(this.#store, id, lastOrder);
    return { write: writer.write, writeSync: writer.writeSync, onLost: writer.onLost };
  }
}

/**
 * Sorts newer records first. Of two records of an earlier version, which have no order, the one of the later base text
 * is newer; with the same base text they keep their places.
 */
const compareAges = (one: Entry | UnloadCopyRecord, other: Entry | UnloadCopyRecord): number =>
  (other.order ?? 0) - (one.order ?? 0) || other.baseRev - one.baseRev;

const recordOf = ({ rev, text }: JournalRecord['base'], batches: readonly BatchRow[]): JournalRecord => ({
  base: { rev, text },
  batches: batches.map((row) => ({ ...row, changes: ChangeSet.fromJSON(row.changes) })),
});
