import { isSignedOut } from '@inkbear/web-kit/api-error.ts';
import type { StoredText } from '@inkbear/web-kit/journal/unload-copy.ts';
import type { ClaimedJournal, Journal, RecoveredJournal } from './journal.ts';
import { JournalRecovery, type UnsentDocuments } from './journal-recovery.ts';
import { browserClock, type SavePort } from './save-port.ts';
import { SaveQueue } from './save-queue.ts';

interface OpenDocument {
  readonly userId: string;
  queue: Promise<SaveQueue>;
  /** Open views of this document: `acquire` adds one, `release` removes one. */
  viewCount: number;
}

/** The save queues of this tab. A closed document continues to save until the server has everything. */
export class OpenDocuments {
  readonly #documents = new Map<string, OpenDocument>();
  readonly #queues = new Set<SaveQueue>();
  readonly #journals = new Map<SaveQueue, ClaimedJournal>();
  readonly #recovery: JournalRecovery;
  /** Aborted by a sign-out, so that no document is opened after it. */
  #session = new AbortController();
  readonly #journal: Journal;
  readonly #onSignedOut: (error: unknown) => void;

  constructor(journal: Journal, onSignedOut: (error: unknown) => void) {
    this.#journal = journal;
    this.#onSignedOut = onSignedOut;
    this.#recovery = new JournalRecovery({
      journal,
      findQueue: (userId, documentId) => this.#documents.get(`${userId}:${documentId}`)?.queue,
      send: (recovered, port) => this.#sendRecovered(recovered, port),
    });
  }

  /** The queue of a document; each `acquire` needs a `release`. Rejects with what `port.load` throws. */
  acquire(userId: string, documentId: string, port: SavePort): Promise<SaveQueue> {
    const key = `${userId}:${documentId}`;
    const entry = this.#documents.get(key) ?? { userId, queue: this.#open(userId, documentId, port), viewCount: 0 };
    entry.viewCount += 1;
    this.#documents.set(key, entry);
    entry.queue.catch(() => {
      if (this.#documents.get(key) === entry) this.#documents.delete(key);
    });
    return entry.queue;
  }

  release(userId: string, documentId: string): void {
    const key = `${userId}:${documentId}`;
    const entry = this.#documents.get(key);
    if (entry === undefined) return;
    entry.viewCount -= 1;
    if (entry.viewCount === 0)
      void entry.queue.then((queue) => this.#closeWhenClean(key, entry, queue)).catch(() => undefined);
  }

  /**
   * Sends the unsaved changes of closed tabs in this browser, without their documents being opened. Resolves with
   * the documents that could not be saved; their changes are recovered when the document is opened.
   * @param portOf the port of a document, null for an unknown one
   */
  recover(userId: string, portOf: (documentId: string) => SavePort | null): Promise<UnsentDocuments> {
    return this.#recovery.run(userId, portOf);
  }

  /**
   * The documents with changes of closed tabs that could not be saved; waits for a running recovery. An export or
   * deletion of these documents, or of their books, would miss those changes.
   */
  unsentDocuments(): Promise<UnsentDocuments> {
    return this.#recovery.unsentDocuments();
  }

  hasUnsaved(): boolean {
    return [...this.#queues].some(({ isDirty }) => isDirty);
  }

  /**
   * True while a document has unsaved changes, unless its author is signed out and this browser stores them: closing the
   * tab needs a warning.
   */
  needsUnloadWarning(): boolean {
    return [...this.#queues].some(
      (queue) => queue.isDirty && (queue.view().phase !== 'signed-out' || isUnpersisted(queue)),
    );
  }

  /** True when unsaved changes exist only in this page's memory. */
  hasUnpersisted(): boolean {
    return [...this.#queues].some(isUnpersisted);
  }

  /** Stores synchronously, before a possible unload, what neither server nor journal has; true when all is stored. */
  persistAll(): boolean {
    return [...this.#queues].map((queue) => queue.persistNow()).every(Boolean);
  }

  /** Saves everything now; true when the server has all changes. */
  async flushAll(): Promise<boolean> {
    return (await Promise.all([...this.#queues].map((queue) => queue.flush()))).every(Boolean);
  }

  /** Discards all documents after a sign-out; nothing of them is sent or stored any more. */
  async abandonAll(): Promise<void> {
    this.#recovery.cancel();
    this.#session.abort();
    this.#session = new AbortController();
    const queues = [...this.#queues];
    this.#documents.clear();
    this.#queues.clear();
    await Promise.all(queues.map((queue) => queue.abandon()));
    for (const queue of queues) this.#releaseJournal(queue);
  }

  /**
   * Call after a sign-in. Closes the documents of other users; their unsaved changes stay in the journal for their
   * author's next session. Sends documents that were waiting for a session of this user.
   */
  async beginSession(userId: string): Promise<void> {
    this.#recovery.cancelUnlessOf(userId);
    for (const [key, entry] of [...this.#documents]) {
      const queue = await entry.queue.catch(() => null);
      if (queue === null) continue;
      if (entry.userId === userId) {
        if (queue.view().phase === 'signed-out') queue.retryNow();
        continue;
      }
      this.#documents.delete(key);
      this.#queues.delete(queue);
      await queue.stop();
      this.#releaseJournal(queue);
    }
  }

  #releaseJournal(queue: SaveQueue): void {
    this.#journals.get(queue)?.release();
    this.#journals.delete(queue);
  }

  retryAll(): void {
    for (const queue of this.#queues) queue.retryNow();
  }

  /** Retries saves that the storage quota refused, after storage was freed. */
  retryOverQuota(): void {
    for (const queue of this.#queues) if (queue.view().isOverQuota) queue.retryNow();
  }

  /** Retries saves that were refused because the session had ended; another tab may have started a new one. */
  retrySignedOut(): void {
    for (const queue of this.#queues) if (queue.view().phase === 'signed-out') queue.retryNow();
  }

  async #sendRecovered(journal: RecoveredJournal, port: SavePort): Promise<boolean> {
    const queue = this.#tryCreateQueue(port, journal);
    if (queue === null) return false;
    this.#queues.add(queue);
    const isSaved = await queue.flush();
    this.#queues.delete(queue);
    await queue.stop();
    return isSaved;
  }

  /** Null when the changes do not fit their base: they stay in the journal, and the other documents are still sent. */
  #tryCreateQueue(port: SavePort, journal: RecoveredJournal): SaveQueue | null {
    try {
      return this.#createQueue(port, journal, journal.recovered.base);
    } catch (error) {
      reportError(error);
      return null;
    }
  }

  #createQueue(port: SavePort, journal: ClaimedJournal, stored: StoredText): SaveQueue {
    return new SaveQueue(
      { port, journal, clock: browserClock, newId: () => crypto.randomUUID(), onSignedOut: this.#onSignedOut },
      stored,
      journal.recovered?.batches,
    );
  }

  async #open(userId: string, documentId: string, port: SavePort): Promise<SaveQueue> {
    const { signal } = this.#session;
    await this.#recovery.whenSent(userId, documentId);
    const journal = await this.#journal.claim(userId, documentId);
    try {
      signal.throwIfAborted();
      const stored = journal.recovered?.base ?? (await port.load());
      signal.throwIfAborted();
      const queue = this.#createQueue(port, journal, stored);
      this.#recovery.markClaimed(journal.key);
      if (!journal.isListComplete) this.#recovery.markIncomplete();
      this.#queues.add(queue);
      this.#journals.set(queue, journal);
      for (const key of journal.heldElsewhere)
        this.#refreshWhenReleased(queue, key).catch((error: unknown) => reportError(error));
      return queue;
    } catch (error) {
      journal.release();
      if (isSignedOut(error)) this.#onSignedOut(error);
      throw error;
    }
  }

  /** Shows the changes of a closed tab that another tab is sending. */
  async #refreshWhenReleased(queue: SaveQueue, journalKey: string): Promise<void> {
    await this.#journal.whenReleased(journalKey);
    if (this.#queues.has(queue)) await queue.refresh();
  }

  async #closeWhenClean(key: string, entry: OpenDocument, queue: SaveQueue): Promise<void> {
    await queue.flush();
    const close = async () => {
      if (entry.viewCount > 0 || queue.isDirty || this.#documents.get(key) !== entry) return;
      unsubscribe();
      this.#documents.delete(key);
      this.#queues.delete(queue);
      await queue.stop();
      this.#releaseJournal(queue);
    };
    const unsubscribe = queue.subscribe(() => void close());
    await close();
  }
}

const isUnpersisted = (queue: SaveQueue): boolean =>
  queue.isDirty && (!queue.view().isPersisted || !queue.persistNow());
