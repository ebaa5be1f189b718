import type { ClaimedJournal, EntryName, Journal, RecoveredJournal } from './journal.ts';
import { browserClock, type SavePort } from './save-port.ts';
import type { Stored } from './save-model.ts';
import { SaveQueue } from './save-queue.ts';

interface OpenDocument {
  readonly userId: string;
  queue: Promise<SaveQueue>;
  users: number;
}

/** The save queues of this tab. A closed document continues to save until the server has everything. */
export class OpenDocuments {
  readonly #documents = new Map<string, OpenDocument>();
  readonly #queues = new Set<SaveQueue>();
  /** Documents whose journal in this browser could not be sent automatically. */
  readonly #unrecovered = new Set<string>();
  #recovering: Promise<string[]> | null = null;
  /** The document whose journal `recover` is claiming and sending now, and the end of that. */
  #sending: { readonly key: string; readonly ended: Promise<unknown> } | null = null;
  readonly #journal: Journal;
  readonly #onSignedOut: (error: unknown) => void;

  constructor(journal: Journal, onSignedOut: (error: unknown) => void) {
    this.#journal = journal;
    this.#onSignedOut = onSignedOut;
  }

  /** The queue of a document; each `acquire` needs a `release`. Throws what `port.load` throws. */
  acquire(userId: string, documentId: string, port: SavePort): Promise<SaveQueue> {
    const key = `${userId}:${documentId}`;
    const entry = this.#documents.get(key) ?? { userId, queue: this.#open(userId, documentId, port), users: 0 };
    entry.users += 1;
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
    entry.users -= 1;
    if (entry.users === 0)
      void entry.queue.then((queue) => this.#closeWhenClean(key, entry, queue)).catch(() => undefined);
  }

  /**
   * Sends the changes that closed tabs have left in this browser, without their documents being opened. Resolves with
   * the documents that could not be saved; their changes are recovered when the document is opened.
   * @param portOf the port of a document, null for an unknown one
   */
  recover(userId: string, portOf: (documentId: string) => SavePort | null): Promise<string[]> {
    this.#recovering ??= this.#recover(userId, portOf).finally(() => {
      this.#recovering = null;
    });
    return this.#recovering;
  }

  /** The documents that `recover` could not save; waits for a running recovery. */
  async unrecoveredDocuments(): Promise<readonly string[]> {
    await this.#recovering;
    return [...this.#unrecovered];
  }

  /** Whether changes of this document are left in this browser although no tab has it open. */
  isUnrecovered(documentId: string): boolean {
    return this.#unrecovered.has(documentId);
  }

  hasUnsaved(): boolean {
    return [...this.#queues].some(({ isDirty }) => isDirty);
  }

  /** True while unsaved changes are being sent or are not stored in this browser: closing the tab needs a warning. */
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

  async #recover(userId: string, portOf: (documentId: string) => SavePort | null): Promise<string[]> {
    this.#unrecovered.clear();
    for (const entry of await this.#journal.entriesOf(userId)) {
      const key = `${userId}:${entry.documentId}`;
      const opening = this.#documents.get(key)?.queue;
      // A document that is being opened claims its journal itself. Nothing else is awaited before `#sending` is set, so
      // that no opening can come between.
      const open = opening && (await opening.catch(() => null));
      const ended = this.#recoverEntry(entry, portOf);
      this.#sending = { key, ended };
      const isSaved = await ended.finally(() => {
        this.#sending = null;
      });
      // If the document was open already, show the recovered changes there.
      if (isSaved === true) await open?.refresh();
    }
    return [...this.#unrecovered];
  }

  /** Claims and sends the changes of one journal. Null when there is nothing to claim. */
  async #recoverEntry(entry: EntryName, portOf: (documentId: string) => SavePort | null): Promise<boolean | null> {
    const journal = await this.#journal.claimEntry(entry);
    if (journal === null) return null;
    const isSaved = await this.#sendRecovered(journal, portOf(entry.documentId)).finally(journal.release);
    if (!isSaved) this.#unrecovered.add(entry.documentId);
    return isSaved;
  }

  async #sendRecovered(journal: RecoveredJournal, port: SavePort | null): Promise<boolean> {
    if (port === null) return false;
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

  #createQueue(port: SavePort, journal: ClaimedJournal, stored: Stored): SaveQueue {
    return new SaveQueue(
      { port, journal, clock: browserClock, newId: () => crypto.randomUUID(), onSignedOut: this.#onSignedOut },
      stored,
      journal.recovered?.batches,
    );
  }

  async #open(userId: string, documentId: string, port: SavePort): Promise<SaveQueue> {
    // Otherwise the page would open with a text that lacks the changes that are being sent.
    while (this.#sending?.key === `${userId}:${documentId}`) await this.#sending.ended.catch(() => undefined);
    const journal = await this.#journal.claim(userId, documentId);
    try {
      const queue = this.#createQueue(port, journal, journal.recovered?.base ?? (await port.load()));
      if (journal.recovered) this.#unrecovered.delete(documentId);
      this.#queues.add(queue);
      this.#journals.set(queue, journal);
      return queue;
    } catch (error) {
      journal.release();
      throw error;
    }
  }

  readonly #journals = new Map<SaveQueue, ClaimedJournal>();

  async #closeWhenClean(key: string, entry: OpenDocument, queue: SaveQueue): Promise<void> {
    await queue.flush();
    const close = async () => {
      if (entry.users > 0 || queue.isDirty || this.#documents.get(key) !== entry) return;
      stop();
      this.#documents.delete(key);
      this.#queues.delete(queue);
      await queue.stop();
      this.#releaseJournal(queue);
    };
    const stop = queue.subscribe(() => void close());
    await close();
  }
}

const isUnpersisted = (queue: SaveQueue): boolean =>
  queue.isDirty && (!queue.view().isPersisted || !queue.persistNow());
