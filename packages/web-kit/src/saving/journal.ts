import { ChangeSet } from '@codemirror/state';
import { type Entry, JournalStore } from './journal-store.ts';
import { type BatchRow } from './write-ahead.ts';
import { JournalWriter } from './journal-writer.ts';
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

type EntryName = Pick<Entry, 'key' | 'userId' | 'documentId'>;

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
    for (const entry of await this.#store.entriesOf(userId)) {
      const taken = entry.documentId === documentId ? await this.#take(entry) : null;
      if (taken) return taken;
    }
    const key = `${userId}:${documentId}:${crypto.randomUUID()}`;
    const release = (await this.#locks.take(key)) ?? (() => undefined);
    return { ...this.#writer({ key, userId, documentId }), left: null, release };
  }

  /**
   * Everything of this user that no living tab writes, one after the other; whoever takes one over has to release it.
   */
  async *claimLeft(userId: string): AsyncGenerator<LeftJournal> {
    for (const entry of await this.#store.entriesOf(userId)) {
      const taken = await this.#take(entry);
      if (taken) yield taken;
    }
  }

  /**
   * Null for one that a living tab has, and for one that cannot be read just now: it is left alone, for nothing may be
   * written over it.
   */
  async #take(name: EntryName): Promise<LeftJournal | null> {
    const release = await this.#locks.take(name.key);
    if (release === null) return null;
    const left = await this.#readRecord(name.key).catch(() => null);
    if (left) return { ...this.#writer(name), documentId: name.documentId, left, release };
    release();
    return null;
  }

  /**
   * The write-ahead copy, where there is one, is newer than the entry: it is removed as soon as the entry has caught
   * up.
   */
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
