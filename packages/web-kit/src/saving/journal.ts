import { ChangeSet } from '@codemirror/state';
import { JournalStore } from './journal-store.ts';
import type { JournalRecord, SaveJournal } from './save-port.ts';

/** Names that are in use by a live tab; the browser takes them back when the tab dies. */
export interface TabLocks {
  /** The function that gives the name back, or null when another tab has it. */
  take: (name: string) => Promise<(() => void) | null>;
}

/** A journal that one tab writes for one document, and what a tab that died left in it. */
export interface ClaimedJournal extends SaveJournal {
  readonly left: JournalRecord | null;
  readonly release: () => void;
}

const patienceMs = 1500;

/** Unacknowledged changes in this browser, by user and document. A user's entries are never read for another one. */
export class Journal {
  readonly #locks: TabLocks;
  readonly #store: JournalStore;

  constructor(locks: TabLocks, store = new JournalStore()) {
    this.#locks = locks;
    this.#store = store;
  }

  /** Takes over what a dead tab left for this document, or begins an empty journal. */
  async claim(userId: string, documentId: string): Promise<ClaimedJournal> {
    const entries = await this.#store.entriesOf(userId).catch(() => []);
    for (const entry of entries.filter((each) => each.documentId === documentId)) {
      const release = await this.#locks.take(entry.key);
      if (release === null) continue;
      const left = await this.#readRecord(entry.key).catch(() => null);
      return { ...this.#writer(entry.key, userId, documentId), left, release };
    }
    const key = `${userId}:${documentId}:${crypto.randomUUID()}`;
    return { ...this.#writer(key, userId, documentId), left: null, release: (await this.#locks.take(key)) ?? (() => undefined) };
  }

  async #readRecord(key: string): Promise<JournalRecord | null> {
    const database = await this.#store.open();
    const [entry, base] = await Promise.all([database.get('entries', key), database.get('bases', key)]);
    if (!entry || !base || base.rev !== entry.baseRev) return null;
    return { base: { rev: base.rev, text: base.text }, batches: entry.batches.map((row) => ({ ...row, changes: ChangeSet.fromJSON(row.changes) })) };
  }

  #writer(key: string, userId: string, documentId: string): SaveJournal {
    let storedRev: number | null = null;
    let last: Promise<void> = Promise.resolve();
    const put = async (record: JournalRecord | null): Promise<void> => {
      const transaction = (await this.#store.open()).transaction(['entries', 'bases'], 'readwrite');
      if (record === null) {
        storedRev = null;
        await Promise.all([transaction.objectStore('entries').delete(key), transaction.objectStore('bases').delete(key), transaction.done]);
        return;
      }
      const { base, batches } = record;
      if (storedRev !== base.rev) void transaction.objectStore('bases').put({ ...base, key, userId });
      storedRev = base.rev;
      void transaction.objectStore('entries').put({ key, userId, documentId, baseRev: base.rev, batches: batches.map((batch) => ({ ...batch, changes: batch.changes.toJSON() as unknown })) });
      await transaction.done;
    };
    return {
      write: (record) => {
        last = last.then(() => put(record)).catch(() => { storedRev = null; });
        return withPatience(last);
      },
    };
  }
}

/** A storage that hangs must not hold up the save that waits for it. */
function withPatience(work: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, patienceMs);
    void work.finally(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
