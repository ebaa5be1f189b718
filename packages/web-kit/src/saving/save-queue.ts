import type { ChangeSet, Text } from '@codemirror/state';
import { diffToChanges } from '@inkbear/prose/changes';
import { insertedAs, type OriginSpan } from '@inkbear/prose/origins';
import { readFailure, type SaveFailure } from './save-failure.ts';
import {
  acknowledge,
  type Batch,
  type Choice,
  edit,
  isDirty,
  rebaseOnServer,
  type Transition,
  openModel,
  quotaRefusalOf,
  refuse,
  resolve,
  type SaveKind,
  type SaveModel,
  seal,
  sendAsText,
  type Stored,
  withPhase,
} from './save-model.ts';
import type { SaveClock, SaveJournal, SavePort } from './save-port.ts';
import { type SaveView, viewOf } from './save-view.ts';
import { saveTimes } from './save-times.ts';
import { UnsavedChanges } from './unsaved-changes.ts';

export interface SaveDeps {
  readonly port: SavePort;
  readonly journal: SaveJournal;
  readonly clock: SaveClock;
  readonly newId: () => string;
  /** Called once when the session has ended under a save and the draft is safe in the journal. */
  readonly onSignedOut?: (error: unknown) => void;
}

/**
 * Takes a change over; `author` is one that the author made in this tab and may undo. `before` is the text it was made
 * in.
 */
type Hear = (changes: ChangeSet, source: 'author' | 'server', before: Text) => void;

const quietMerges = 5;

/** What a screen makes of a change is not the queue's affair: its mistake is reported, and saving goes on. */
function tell(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    reportError(error);
  }
}

/**
 * One document's way to the server: one request at a time, in order, until the server has every change. Decisions are
 * in `save-model.ts`.
 */
export class SaveQueue {
  #model: SaveModel;
  readonly #deps: SaveDeps;
  readonly #listeners = new Set<() => void>();
  readonly #editors = new Set<Hear>();
  #view: SaveView;
  #savedAt: number | null = null;
  #lastEdit = 0;
  #merges = 0;
  #running: Promise<void> | null = null;
  #cancelSend: (() => void) | null = null;
  readonly #journal: UnsavedChanges;
  #isStopped = false;
  #isAbandoned = false;

  constructor(deps: SaveDeps, stored: Stored, unsaved: readonly Batch[] = []) {
    this.#deps = deps;
    // One that was not sealed in the journal may have been sent all the same, with more in it than lies here: it goes
    // under a new id.
    this.#model = openModel(
      stored,
      unsaved.map((batch) => (batch.sealed ? batch : { ...batch, changeId: deps.newId() })),
    );
    this.#journal = new UnsavedChanges(deps, this.#model.batches, {
      model: () => this.#model,
      onHealthChanged: () => this.#become(this.#model),
    });
    this.#view = this.#newView();
    if (unsaved.length > 0) this.#plan(0);
  }

  get text(): Text {
    return this.#model.head;
  }
  get isDirty(): boolean {
    return !this.#isAbandoned && isDirty(this.#model);
  }
  /**
   * Whether the unsaved changes, as they are now, would still be there after the page is gone. Copies them
   * synchronously when the journal has not caught up.
   */
  persistNow(): boolean {
    return !this.isDirty || this.#journal.writeSync();
  }

  readonly view = (): SaveView => this.#view;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
  /** Hears of changes that did not come from this editor, to be applied at once. */
  onRemoteChange(apply: Hear): () => void {
    this.#editors.add(apply);
    return () => void this.#editors.delete(apply);
  }

  /** Takes over a change that the editor has just made. */
  edit(changes: ChangeSet, meta: { kind?: SaveKind; origins?: readonly OriginSpan[] } = {}): void {
    const { clock, newId } = this.#deps;
    this.#lastEdit = clock.now();
    this.#become(edit(this.#model, changes, { ...meta, changeId: newId(), now: this.#lastEdit }));
    this.#journal.writeSoon();
    if (this.#model.phase.name === 'dirty') this.#plan((meta.kind ?? 'autosave') === 'autosave' ? undefined : 0);
  }

  /**
   * The author's change from outside the editor, as a replacement in the whole book is: every open editor shows it, and
   * the text from before stays in the history. False, and nothing changes, while the author has two texts to decide
   * between.
   */
  applyHere(changes: ChangeSet): boolean {
    if (this.#model.phase.name === 'conflict') return false;
    const before = this.text;
    // Not typed: neither the day's words nor a later undo of them counts it as writing.
    this.edit(changes, { kind: 'replace', origins: insertedAs(changes, 'imported') });
    for (const apply of this.#editors) apply(changes, 'author', before);
    return true;
  }

  /** Saves now. True when the server has everything. */
  async flush(): Promise<boolean> {
    for (let tries = 0; this.isDirty || this.#running !== null; tries += 1) {
      if (
        this.#running === null &&
        (this.#model.phase.name === 'conflict' || (tries > 0 && this.#model.phase.name !== 'dirty'))
      )
        return false;
      await (this.#running ?? this.#send());
    }
    // Whoever counts what the journal holds right after a flush must not find what the server has already.
    if (!this.#journal.isCurrent) await this.#journal.write();
    return true;
  }

  /** The network is back, or the author asks. */
  retryNow(): void {
    if (this.#journal.hasFailed) void this.#journal.write();
    if (this.isDirty && this.#model.phase.name !== 'conflict') void this.#send();
  }

  /** Another tab has saved: without own changes its text is taken over. False when the server could not be asked. */
  async refresh(): Promise<boolean> {
    if (this.isDirty || this.#running !== null) return true;
    const stored = await this.#deps.port.load().catch(() => null);
    if (stored === null) return false;
    if (this.isDirty || this.#running !== null || stored.rev <= this.#model.base.rev) return true;
    const changes = diffToChanges(this.#model.head.toString(), stored.text);
    this.#move({ model: openModel(stored), changes: changes.empty ? null : changes });
    return true;
  }

  resolve(choice: Choice): void {
    this.#move(resolve(this.#model, choice, this.#stamp()));
    this.#journal.writeSoon();
    this.#plan(0);
  }

  /** Ends the timers; what is unsaved is in the journal afterwards. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelSend?.();
    await this.#journal.stop();
  }

  /** The session is over and its author has agreed to lose what is unsaved: nothing more is sent or kept. */
  async abandon(): Promise<void> {
    this.#isStopped = true;
    this.#isAbandoned = true;
    this.#cancelSend?.();
    await this.#journal.abandon();
  }

  #stamp() {
    return { newId: this.#deps.newId, now: this.#deps.clock.now() };
  }

  #become(model: SaveModel): void {
    this.#model = model;
    this.#view = this.#newView();
    for (const listener of this.#listeners) tell(listener);
  }

  #newView(): SaveView {
    return viewOf(this.#model, { savedAt: this.#savedAt, hasJournalFailed: this.#journal.hasFailed });
  }

  #move({ model, changes }: Transition): void {
    const before = this.text;
    this.#become(model);
    if (changes) for (const apply of this.#editors) tell(() => apply(changes, 'server', before));
  }

  #plan(inMs?: number): void {
    this.#cancelSend?.();
    this.#cancelSend = null;
    const [first] = this.#model.batches;
    if (this.#isStopped || this.#running !== null || first === undefined) return;
    const now = this.#deps.clock.now();
    const due = Math.min(this.#lastEdit + saveTimes.pause, first.since + saveTimes.longest);
    this.#cancelSend = this.#deps.clock.after(inMs ?? Math.max(0, due - now), () => void this.#send());
  }

  #send(): Promise<void> {
    this.#cancelSend?.();
    this.#running ??= this.#sendOldest().finally(() => {
      this.#running = null;
      this.#planNext();
    });
    return this.#running;
  }

  #planNext(): void {
    const { phase } = this.#model;
    if (phase.name === 'dirty')
      this.#plan(this.#model.batches[0]?.kind === 'autosave' && this.#merges === 0 ? undefined : 0);
    if (phase.name === 'retrying')
      this.#plan(Math.min(saveTimes.firstRetry * 2 ** (phase.attempt - 1), saveTimes.lastRetry));
    if (phase.name === 'over-quota')
      this.#plan(Math.min(saveTimes.firstQuotaRetry * 2 ** (phase.attempt - 1), saveTimes.lastQuotaRetry));
  }

  async #sendOldest(): Promise<void> {
    const attempt = this.#model.phase.name === 'retrying' ? this.#model.phase.attempt : 0;
    this.#become(seal(this.#model));
    const [batch] = this.#model.batches;
    if (batch === undefined) return this.#journal.writeSoon();
    await this.#journal.write();
    const reply = await this.#ask(batch).then(
      (saved) => ({ saved }),
      (error: unknown) => ({ error }),
    );
    if ('error' in reply) await this.#fail(reply.error, batch, attempt + 1);
    else {
      this.#savedAt = this.#deps.clock.now();
      this.#merges = 0;
      this.#become(acknowledge(this.#model, reply.saved.rev));
    }
    this.#journal.writeSoon();
  }

  #ask(batch: Batch): Promise<{ rev: number }> {
    const { rev, text } = this.#model.base;
    return batch.asText
      ? this.#deps.port.put(batch.changes.apply(text).toString(), rev)
      : this.#deps.port.patch(batch, rev);
  }

  async #fail(error: unknown, batch: Batch, attempt: number): Promise<void> {
    if (this.#isAbandoned) return;
    const failure = readFailure(error);
    if (failure.kind === 'stale') return this.#meetStored(attempt);
    if (failure.kind === 'invalid' && !batch.asText) return this.#become(sendAsText(this.#model));
    return this.#settle(failure, error, attempt);
  }

  async #settle(failure: SaveFailure, error: unknown, attempt: number): Promise<void> {
    switch (failure.kind) {
      case 'network':
      case 'busy':
      case 'stale':
        return this.#become(
          withPhase(this.#model, { name: 'retrying', attempt, isOffline: failure.kind === 'network' }),
        );
      case 'invalid':
      case 'refused':
        return this.#become(refuse(this.#model, { name: 'refused', message: failure.message }, this.#deps.newId));
      case 'over-quota':
        return this.#refuseForQuota(failure.message);
      case 'signed-out':
        this.#become(withPhase(this.#model, { name: 'signed-out' }));
        await this.#journal.write();
        return this.#deps.onSignedOut?.(error);
    }
  }

  #refuseForQuota(message: string): void {
    const attempt = (quotaRefusalOf(this.#model)?.attempt ?? 0) + 1;
    this.#become(refuse(this.#model, { name: 'over-quota', message, attempt }, this.#deps.newId));
  }

  async #meetStored(attempt: number): Promise<void> {
    try {
      const stored = await this.#deps.port.load();
      this.#merges += 1;
      this.#move(rebaseOnServer(this.#model, stored, this.#stamp()));
      if (this.#merges > quietMerges && this.#model.phase.name === 'dirty')
        this.#become(withPhase(this.#model, { name: 'retrying', attempt, isOffline: false }));
    } catch (error) {
      await this.#settle(readFailure(error), error, attempt);
    }
  }
}
