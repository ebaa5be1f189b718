import type { Batch, SaveModel } from './save-model.ts';
import type { SaveClock, SaveJournal } from './save-port.ts';
import { saveTimes } from './save-times.ts';

export interface JournalUpdaterDeps {
  readonly journal: SaveJournal;
  readonly clock: SaveClock;
}

export interface JournalUpdaterOwner {
  readonly model: () => SaveModel;
  /** Called when writing the journal starts to fail or works again. */
  readonly onHealthChanged: () => void;
}

/** Stores a document's unsaved changes in the browser's journal, where they survive the tab. */
export class JournalUpdater {
  readonly #deps: JournalUpdaterDeps;
  readonly #owner: JournalUpdaterOwner;
  #cancelWrite: (() => void) | null = null;
  /**
   * The batches in the journal and in its synchronous copy. Lists are immutable, so comparing references shows whether
   * these are current.
   */
  #written: readonly Batch[];
  #copied: readonly Batch[] | null = null;
  /** How often the browser may have deleted `#written`. */
  #losses = 0;
  /** The value of `#losses` when `#written` was last written again. */
  #restored = 0;
  /** Consecutive failures of writing the journal. */
  #failures = 0;
  #isStopped = false;
  #isAbandoned = false;
  readonly #stopListening: () => void;

  constructor(deps: JournalUpdaterDeps, written: readonly Batch[], owner: JournalUpdaterOwner) {
    this.#deps = deps;
    this.#written = written;
    this.#owner = owner;
    this.#stopListening = deps.journal.onLost(() => this.#writeAgain());
  }

  get hasFailed(): boolean {
    return this.#failures > 0;
  }

  /** Whether the journal contains exactly the changes that the server lacks. */
  get isCurrent(): boolean {
    return this.#losses === this.#restored && this.#written === this.#owner.model().batches;
  }

  /** Copies the changes synchronously unless the journal has them. False when the browser refused the copy. */
  writeSync(): boolean {
    const { base, batches } = this.#owner.model();
    if ((!this.hasFailed && this.isCurrent) || this.#copied === batches) return true;
    const isCopied = this.#deps.journal.writeSync({ base: { rev: base.rev, text: base.text.toString() }, batches });
    this.#copied = isCopied ? batches : null;
    return isCopied;
  }

  writeSoon(): void {
    if (this.#isStopped) return;
    this.#cancelWrite ??= this.#deps.clock.after(saveTimes.journalDelay, () => void this.write());
  }

  async write(): Promise<void> {
    this.#cancelWrite?.();
    this.#cancelWrite = null;
    if (this.#isAbandoned) return;
    const { base, batches } = this.#owner.model();
    const unsaved = batches.length === 0 ? null : { base: { rev: base.rev, text: base.text.toString() }, batches };
    const losses = this.#losses;
    const isWritten = await this.#deps.journal.write(unsaved);
    if (isWritten) {
      this.#written = batches;
      this.#restored = losses;
    }
    const hadFailed = this.hasFailed;
    this.#failures = isWritten ? 0 : this.#failures + 1;
    if (!isWritten) this.#retry();
    if (hadFailed !== this.hasFailed) this.#owner.onHealthChanged();
  }

  /** Cancels the timers and writes what is unsaved. */
  stop(): Promise<void> {
    this.#isStopped = true;
    this.#stopListening();
    return this.write();
  }

  /** Deletes the unsaved changes for good. */
  async abandon(): Promise<void> {
    this.#isStopped = true;
    this.#isAbandoned = true;
    this.#stopListening();
    this.#cancelWrite?.();
    await this.#deps.journal.write(null);
  }

  #writeAgain(): void {
    this.#losses += 1;
    this.#copied = null;
    if (this.#owner.model().batches.length > 0) void this.write();
  }

  /** Retries also when the server has everything but the journal entry remains: the next page would send it again. */
  #retry(): void {
    const isNeeded = this.#owner.model().batches.length > 0 || this.#written.length > 0;
    if (!isNeeded || this.#isStopped) return;
    const wait = Math.min(saveTimes.firstRetry * 2 ** (this.#failures - 1), saveTimes.maxJournalRetry);
    this.#cancelWrite ??= this.#deps.clock.after(wait, () => void this.write());
  }
}
