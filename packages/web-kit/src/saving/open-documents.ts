import type { ClaimedJournal, Journal, LeftJournal } from './journal.ts';
import { browserClock, type SavePort } from './save-port.ts';
import type { Stored } from './save-model.ts';
import { SaveQueue } from './save-queue.ts';

interface Held { queue: Promise<SaveQueue>; users: number }

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
    const held = this.#held.get(key) ?? { queue: this.#open(userId, documentId, port), users: 0 };
    held.users += 1;
    this.#held.set(key, held);
    held.queue.catch(() => { if (this.#held.get(key) === held) this.#held.delete(key); });
    return held.queue;
  }

  release(userId: string, documentId: string): void {
    const key = `${userId}:${documentId}`;
    const held = this.#held.get(key);
    if (held === undefined) return;
    held.users -= 1;
    if (held.users === 0) void held.queue.then((queue) => this.#closeWhenClean(key, held, queue)).catch(() => undefined);
  }

  /**
   * Sends what tabs that are gone left in this browser, whether or not its document is ever opened again. Answers the documents whose
   * words could not be saved by themselves: they stay here and are taken over when the document is opened.
   * @param portOf the server's side of a document, null for one that is not known here
   */
  recover(userId: string, portOf: (documentId: string) => SavePort | null): Promise<string[]> {
    this.#recovering ??= this.#recover(userId, portOf).finally(() => { this.#recovering = null; });
    return this.#recovering;
  }

  /** Whether words of this document wait in this browser although nobody has it open. */
  isLeft(documentId: string): boolean {
    return this.#left.has(documentId);
  }

  hasUnsaved(): boolean {
    return [...this.#live].some(({ isDirty }) => isDirty);
  }

  /** Something would be lost with this tab that is neither on the server nor waiting for a new sign-in. */
  mustNotClose(): boolean {
    return [...this.#live].some((queue) => queue.isDirty && queue.view().phase !== 'signed-out');
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
    for (const queue of queues) this.#releases.get(queue)?.release();
    this.#releases.clear();
  }

  retryAll(): void {
    for (const queue of this.#live) queue.retryNow();
  }

  async #recover(userId: string, portOf: (documentId: string) => SavePort | null): Promise<string[]> {
    this.#left.clear();
    for await (const journal of this.#journal.claimLeft(userId)) {
      const { documentId } = journal;
      const port = portOf(documentId);
      const isSaved = port !== null && (await this.#sendLeft(journal, port));
      journal.release();
      if (!isSaved) this.#left.add(documentId);
      // Whoever has the document open shows what was saved beside them.
      else await this.#held.get(`${userId}:${documentId}`)?.queue.then((queue) => queue.refresh());
    }
    return [...this.#left];
  }

  async #sendLeft(journal: LeftJournal, port: SavePort): Promise<boolean> {
    const queue = this.#queueFor(port, journal, journal.left.base);
    this.#live.add(queue);
    const isSaved = await queue.flush();
    this.#live.delete(queue);
    await queue.stop();
    return isSaved;
  }

  #queueFor(port: SavePort, journal: ClaimedJournal, stored: Stored): SaveQueue {
    return new SaveQueue({ port, journal, clock: browserClock, newId: () => crypto.randomUUID(), onSignedOut: this.#onSignedOut }, stored, journal.left?.batches);
  }

  async #open(userId: string, documentId: string, port: SavePort): Promise<SaveQueue> {
    const journal = await this.#journal.claim(userId, documentId);
    try {
      const queue = this.#queueFor(port, journal, journal.left?.base ?? await port.load());
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
      this.#releases.get(queue)?.release();
      this.#releases.delete(queue);
    };
    const stop = queue.subscribe(() => void close());
    await close();
  }
}
