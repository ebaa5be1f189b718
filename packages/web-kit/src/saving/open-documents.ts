import type { ClaimedJournal, Journal, LeftJournal } from './journal.ts';
import { browserClock, type SavePort } from './save-port.ts';
import type { Stored } from './save-model.ts';
import { SaveQueue } from './save-queue.ts';

interface Held {
  readonly userId: string;
  queue: Promise<SaveQueue>;
  users: number;
}

/** The save queues of this tab. A document that was left goes on saving until the server has everything. */
export class OpenDocuments {
  readonly #held = new Map<string, Held>();
  readonly #live = new Set<SaveQueue>();
  /** Documents with words in this browser that could not be saved by themselves. */
  readonly #left = new Set<string>();
  #recovering: Promise<string[]> | null = null;
  readonly #journal: Journal;
  readonly #onSignedOut: (error: unknown) => void;

  constructor(journal: Journal, onSignedOut: (error: unknown) => void) {
    this.#journal = journal;
    this.#onSignedOut = onSignedOut;
  }

  /** The queue of a document; every `acquire` needs its `release`. Throws what `port.load` throws. */
  acquire(userId: string, documentId: string, port: SavePort): Promise<SaveQueue> {
    const key = `${userId}:${documentId}`;
    const held = this.#held.get(key) ?? { userId, queue: this.#open(userId, documentId, port), users: 0 };
    held.users += 1;
    this.#held.set(key, held);
    held.queue.catch(() => {
      if (this.#held.get(key) === held) this.#held.delete(key);
    });
    return held.queue;
  }

  release(userId: string, documentId: string): void {
    const key = `${userId}:${documentId}`;
    const held = this.#held.get(key);
    if (held === undefined) return;
    held.users -= 1;
    if (held.users === 0)
      void held.queue.then((queue) => this.#closeWhenClean(key, held, queue)).catch(() => undefined);
  }

  /**
   * Sends what tabs that are gone left in this browser, whether or not its document is ever opened again. Answers the
   * documents whose words could not be saved by themselves: they stay here and are taken over when the document is
   * opened.
   * @param portOf the server's side of a document, null for one that is not known here
   */
  recover(userId: string, portOf: (documentId: string) => SavePort | null): Promise<string[]> {
    this.#recovering ??= this.#recover(userId, portOf).finally(() => {
      this.#recovering = null;
    });
    return this.#recovering;
  }

  /**
   * The documents with words in this browser that could not be saved by themselves, once the search for them is over.
   */
  async leftDocuments(): Promise<readonly string[]> {
    await this.#recovering;
    return [...this.#left];
  }

  /** Whether words of this document wait in this browser although nobody has it open. */
  isLeft(documentId: string): boolean {
    return this.#left.has(documentId);
  }

  hasUnsaved(): boolean {
    return [...this.#live].some(({ isDirty }) => isDirty);
  }

  /**
   * Unsaved changes are on their way to the server, or this browser could not store them: the browser asks before the
   * tab closes.
   */
  mustNotClose(): boolean {
    return [...this.#live].some((queue) => queue.isDirty && (queue.view().phase !== 'signed-out' || isAtRisk(queue)));
  }

  /** Unsaved changes exist in the memory of this page alone. */
  hasUnpersisted(): boolean {
    return [...this.#live].some(isAtRisk);
  }

  /**
   * Copies synchronously what neither the server nor the journal has yet, for a page that may be unloaded; true when
   * all of it is stored.
   */
  persistAll(): boolean {
    return [...this.#live].map((queue) => queue.persistNow()).every(Boolean);
  }

  /** Saves everything now; true when the server has it all. */
  async flushAll(): Promise<boolean> {
    return (await Promise.all([...this.#live].map((queue) => queue.flush()))).every(Boolean);
  }

  /** The session is over: every document is let go, and nothing of it is sent or kept. */
  async abandonAll(): Promise<void> {
    const queues = [...this.#live];
    this.#held.clear();
    this.#live.clear();
    await Promise.all(queues.map((queue) => queue.abandon()));
    for (const queue of queues) this.#releaseJournal(queue);
  }

  /**
   * Somebody signed in: documents of anybody else are closed and nothing of them is sent any more. Their unsaved
   * changes stay in the journal under their author's name, for that author's next session. Documents that waited for
   * this user's session are sent.
   */
  async beginSession(userId: string): Promise<void> {
    for (const [key, held] of [...this.#held]) {
      const queue = await held.queue.catch(() => null);
      if (queue === null) continue;
      if (held.userId === userId) {
        if (queue.view().phase === 'signed-out') queue.retryNow();
        continue;
      }
      this.#held.delete(key);
      this.#live.delete(queue);
      await queue.stop();
      this.#releaseJournal(queue);
    }
  }

  #releaseJournal(queue: SaveQueue): void {
    this.#releases.get(queue)?.release();
    this.#releases.delete(queue);
  }

  retryAll(): void {
    for (const queue of this.#live) queue.retryNow();
  }

  /** Sends again what the storage quota refused, now that there may be room. */
  retryOverQuota(): void {
    for (const queue of this.#live) if (queue.view().isOverQuota) queue.retryNow();
  }

  /** Sends again what was refused because the session had ended; another tab may have a new one. */
  retrySignedOut(): void {
    for (const queue of this.#live) if (queue.view().phase === 'signed-out') queue.retryNow();
  }

  async #recover(userId: string, portOf: (documentId: string) => SavePort | null): Promise<string[]> {
    this.#left.clear();
    for await (const journal of this.#journal.claimLeft(userId)) {
      const { documentId } = journal;
      const port = portOf(documentId);
      const isSaved = await this.#sendLeft(journal, port).finally(journal.release);
      if (!isSaved) this.#left.add(documentId);
      // Whoever has the document open shows what was saved beside them.
      else await this.#held.get(`${userId}:${documentId}`)?.queue.then((queue) => queue.refresh());
    }
    return [...this.#left];
  }

  async #sendLeft(journal: LeftJournal, port: SavePort | null): Promise<boolean> {
    if (port === null) return false;
    const queue = this.#queueOrReport(port, journal);
    if (queue === null) return false;
    this.#live.add(queue);
    const isSaved = await queue.flush();
    this.#live.delete(queue);
    await queue.stop();
    return isSaved;
  }

  /** Null for changes that do not fit their base: they stay in the journal, and the other documents are sent. */
  #queueOrReport(port: SavePort, journal: LeftJournal): SaveQueue | null {
    try {
      return this.#queueFor(port, journal, journal.left.base);
    } catch (error) {
      reportError(error);
      return null;
    }
  }

  #queueFor(port: SavePort, journal: ClaimedJournal, stored: Stored): SaveQueue {
    return new SaveQueue(
      { port, journal, clock: browserClock, newId: () => crypto.randomUUID(), onSignedOut: this.#onSignedOut },
      stored,
      journal.left?.batches,
    );
  }

  async #open(userId: string, documentId: string, port: SavePort): Promise<SaveQueue> {
    const journal = await this.#journal.claim(userId, documentId);
    try {
      const queue = this.#queueFor(port, journal, journal.left?.base ?? (await port.load()));
      if (journal.left) this.#left.delete(documentId);
      this.#live.add(queue);
      this.#releases.set(queue, journal);
      return queue;
    } catch (error) {
      journal.release();
      throw error;
    }
  }

  readonly #releases = new Map<SaveQueue, ClaimedJournal>();

  async #closeWhenClean(key: string, held: Held, queue: SaveQueue): Promise<void> {
    await queue.flush();
    const close = async () => {
      if (held.users > 0 || queue.isDirty || this.#held.get(key) !== held) return;
      stop();
      this.#held.delete(key);
      this.#live.delete(queue);
      await queue.stop();
      this.#releaseJournal(queue);
    };
    const stop = queue.subscribe(() => void close());
    await close();
  }
}

const isAtRisk = (queue: SaveQueue): boolean => queue.isDirty && (!queue.view().isPersisted || !queue.persistNow());
