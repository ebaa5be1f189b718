import { ChangeSet } from '@codemirror/state';
import { type Entry, JournalStore } from './journal-store.ts';
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
export type LeftJournal = ClaimedJournal & { readonly documentId: string; readonly left: JournalRecord };

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
    for (const entry of await this.#entriesOf(userId)) {
      const taken = entry.documentId === documentId ? await this.#take(entry) : null;
      if (taken) return taken;
    }
    const key = `${userId}:${documentId}:${crypto.randomUUID()}`;
    return { ...this.#writer(key, userId, documentId), left: null, release: (await this.#locks.take(key)) ?? (() => undefined) };
  }

  /** Everything of this user that no living tab writes, one after the other; whoever takes one over has to release it. */
  async *claimLeft(userId: string): AsyncGenerator<LeftJournal> {
    for (const entry of await this.#entriesOf(userId)) {
      const taken = await this.#take(entry);
      if (taken) yield taken;
    }
  }

  #entriesOf(userId: string): Promise<Entry[]> {
    return this.#store.entriesOf(userId).catch(() => []);
  }

  /** Null for one that a living tab has, and for one that cannot be read just now: it is left alone, for nothing may be written over it. */
  async #take({ key, userId, documentId }: Entry): Promise<LeftJournal | null> {
    const release = await this.#locks.take(key);
    if (release === null) return null;
    const left = await this.#readRecord(key).catch(() => null);
    if (left) return { ...this.#writer(key, userId, documentId), documentId, left, release };
    release();
    return null;
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
