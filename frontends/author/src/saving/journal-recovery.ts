import { withTimeout } from '@inkbear/web-kit/with-timeout.ts';
import type { Journal, JournalId, RecoveredJournal } from './journal.ts';
import type { SavePort } from './save-port.ts';
import type { SaveQueue } from './save-queue.ts';

/** Longest time, in milliseconds, that a document waits to be opened while its changes are being sent. */
const maxWaitMs = 3000;

interface RecoveryDeps {
  readonly journal: Journal;
  /** The queue of a document that is open, or is being opened, in this tab. */
  readonly findQueue: (userId: string, documentId: string) => Promise<SaveQueue> | undefined;
  /** Sends the changes; true when the server has all of them. */
  readonly send: (journal: RecoveredJournal, port: SavePort) => Promise<boolean>;
}
type FindPort = (documentId: string) => SavePort | null;

/** The documents with changes of closed tabs that could not be sent. */
export interface UnsentDocuments {
  readonly ids: readonly string[];
  /** False when the journals in this browser could not be listed, so that other documents may have such changes too. */
  readonly isComplete: boolean;
}

/** Sends the unsaved changes of closed tabs in this browser, one journal after the other. */
export class JournalRecovery {
  readonly #deps: RecoveryDeps;
  /** Keys of the journals that could not be read or sent, with their documents. */
  readonly #unsent = new Map<string, string>();
  #run: { readonly userId: string; readonly controller: AbortController; readonly done: Promise<void> } | null = null;
  /** The last run of this session, to be repeated when it could not list the journals. */
  #last: { readonly userId: string; readonly portOf: FindPort } | null = null;
  #isListComplete = true;
  /** The journal that is being claimed and sent now. */
  #current: { readonly userId: string; readonly documentId: string; readonly done: Promise<unknown> } | null = null;

  constructor(deps: RecoveryDeps) {
    this.#deps = deps;
  }

  /** Resolves with the documents whose changes could not be sent. Calls for the same user share one run. */
  async run(userId: string, portOf: FindPort): Promise<UnsentDocuments> {
    if (this.#run?.userId !== userId) this.#start(userId, portOf);
    const run = this.#run;
    await run?.done;
    return run?.controller.signal.aborted === true ? { ids: [], isComplete: true } : this.#listUnsent();
  }

  /** Stops after the running request; no further journal is read, and nothing is known about this user any more. */
  cancel(): void {
    this.#run?.controller.abort();
    this.#run = null;
    this.#last = null;
    this.#unsent.clear();
    this.#isListComplete = true;
  }

  /** Cancels the run of another user, and forgets that user's documents. */
  cancelUnlessOf(userId: string): void {
    if (this.#last?.userId !== userId) this.cancel();
  }

  /** The documents whose changes could not be sent; waits for the running recovery, and repeats an incomplete one. */
  async unsentDocuments(): Promise<UnsentDocuments> {
    await this.#run?.done;
    if (!this.#isListComplete && this.#last !== null) await this.run(this.#last.userId, this.#last.portOf);
    return this.#listUnsent();
  }

  /** Call when a document was opened although the journals could not be listed: its journal may be one of those. */
  markIncomplete(): void {
    this.#isListComplete = false;
  }

  /** Removes a journal from the unsent ones, because a document has claimed it. */
  markClaimed(key: string): void {
    this.#unsent.delete(key);
  }

  /**
   * If changes of this document are being sent now, waits until the server has them; otherwise the document would be
   * opened with a text that lacks them. Waits 3 s at most: after that the document opens and shows the changes once the
   * server has them.
   */
  async whenSent(userId: string, documentId: string): Promise<void> {
    const current = this.#current;
    if (current?.userId === userId && current.documentId === documentId)
      await withTimeout(current.done, maxWaitMs).catch(() => undefined);
  }

  #start(userId: string, portOf: FindPort): void {
    this.cancelUnlessOf(userId);
    this.#last = { userId, portOf };
    const controller = new AbortController();
    const done = this.#sendAll(userId, portOf, controller.signal).finally(() => {
      if (this.#run?.controller === controller) this.#run = null;
    });
    this.#run = { userId, controller, done };
  }

  async #sendAll(userId: string, portOf: FindPort, signal: AbortSignal): Promise<void> {
    const { ids, isComplete } = await this.#deps.journal.idsOf(userId);
    if (signal.aborted) return;
    this.#isListComplete = isComplete;
    // An incomplete list lacks journals that an earlier one had.
    if (isComplete) this.#unsent.clear();
    for (const id of ids) {
      const { documentId } = id;
      const findQueue = () => this.#deps.findQueue(userId, documentId);
      // A document that is being opened claims its journal itself.
      const opening = findQueue();
      if (opening) await opening.catch(() => undefined);
      if (signal.aborted) return;
      // No `await` between claiming and setting `#current`: a document that is opened in between would lack the
      // changes.
      const done = this.#sendOne(id, portOf, signal);
      this.#current = { userId, documentId, done };
      const isSent = await done.finally(() => {
        if (this.#current?.done === done) this.#current = null;
      });
      // If the document cannot be opened, its page shows the error.
      if (isSent)
        await findQueue()?.then(
          (queue) => queue.refresh(),
          () => undefined,
        );
    }
    // A document that is being opened now may have claimed a journal that could not be sent.
    for (const documentId of this.#listUnsent().ids)
      await this.#deps.findQueue(userId, documentId)?.catch(() => undefined);
  }

  /** False when the journal could not be claimed or sent. */
  async #sendOne(id: JournalId, portOf: FindPort, signal: AbortSignal): Promise<boolean> {
    this.#unsent.delete(id.key);
    const claimed = await this.#deps.journal.claimOne(id);
    if (claimed === null) return false;
    if (claimed === 'unreadable') {
      if (!signal.aborted) this.#unsent.set(id.key, id.documentId);
      return false;
    }
    try {
      const port = portOf(id.documentId);
      if (signal.aborted) return false;
      if (port !== null && (await this.#deps.send(claimed, port))) return true;
      if (!signal.aborted) this.#unsent.set(id.key, id.documentId);
      return false;
    } finally {
      claimed.release();
    }
  }

  #listUnsent(): UnsentDocuments {
    return { ids: [...new Set(this.#unsent.values())], isComplete: this.#isListComplete };
  }
}
