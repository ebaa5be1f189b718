import type { ChangeSet, Text } from '@codemirror/state';
import { diffToChanges } from '@inkbear/prose/changes';
import { insertedAs, type OriginSpan } from '@inkbear/prose/origins';
import { isSignedOut } from '@inkbear/web-kit/api-error.ts';
import type { SaveKind, StoredText } from '@inkbear/web-kit/journal/unload-copy.ts';
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
  type SaveModel,
  seal,
  sendAsText,
  withPhase,
} from './save-model.ts';
import type { SaveDeps } from './save-port.ts';
import { type SaveView, viewOf } from './save-view.ts';
import { retryDelay, saveTimes } from './save-times.ts';
import { JournalUpdater } from './journal-updater.ts';

/** Applies a change to an editor. `author`: made by the author in this tab, so undoable. `before`: the text before it. */
type ApplyChanges = (changes: ChangeSet, source: 'author' | 'server', before: Text) => void;

const maxImmediateRebases = 5;

/** Errors of listeners are reported and must not stop saving. */
function notifySafely(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    reportError(error);
  }
}

/**
 * Saves one document: sends its changes in order, one request at a time, until the server has all of them. Decisions
 * are in `save-model.ts`.
 */
export class SaveQueue {
  #model: SaveModel;
  readonly #deps: SaveDeps;
  readonly #listeners = new Set<() => void>();
  readonly #editors = new Set<ApplyChanges>();
  #view: SaveView;
  #savedAt: number | null = null;
  #lastEdit = 0;
  #rebases = 0;
  #running: Promise<void> | null = null;
  #cancelSend: (() => void) | null = null;
  readonly #journalUpdater: JournalUpdater;
  #isStopped = false;
  #isAbandoned = false;

  constructor(deps: SaveDeps, stored: StoredText, unsaved: readonly Batch[] = []) {
    this.#deps = deps;
    // A batch that is unsealed in the journal may have been sent with later changes that the journal lacks. It gets a
    // new id, so that the server does not mistake it for that request.
    this.#model = openModel(
      stored,
      unsaved.map((batch) => (batch.sealed ? batch : { ...batch, changeId: deps.newId() })),
    );
    this.#journalUpdater = new JournalUpdater(deps, this.#model.batches, {
      model: () => this.#model,
      onHealthChanged: () => this.#setModel(this.#model),
    });
    this.#view = this.#newView();
    if (unsaved.length > 0) this.#scheduleSend(0);
  }

  get text(): Text {
    return this.#model.head;
  }
  get isDirty(): boolean {
    return !this.#isAbandoned && isDirty(this.#model);
  }
  /** True when the unsaved changes survive the page. Copies them synchronously when the journal is behind. */
  persistNow(): boolean {
    return !this.isDirty || this.#journalUpdater.writeSync();
  }

  readonly view = (): SaveView => this.#view;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
  /** Calls `apply` with changes that did not come from this editor; returns the function that unsubscribes. */
  onRemoteChange(apply: ApplyChanges): () => void {
    this.#editors.add(apply);
    return () => void this.#editors.delete(apply);
  }

  /** Adds a change that the editor has just made. */
  edit(changes: ChangeSet, meta: { kind?: SaveKind; origins?: readonly OriginSpan[] } = {}): void {
    const { clock, newId } = this.#deps;
    this.#lastEdit = clock.now();
    this.#setModel(edit(this.#model, changes, { ...meta, changeId: newId(), now: this.#lastEdit }));
    this.#journalUpdater.writeSoon();
    if (this.#model.phase.name === 'dirty')
      this.#scheduleSend((meta.kind ?? 'autosave') === 'autosave' ? undefined : 0);
  }

  /**
   * Applies an author's change from outside the editor, such as a replacement in the whole book, in every open editor.
   * The text before it stays in the history. Returns false without a change while a conflict is unresolved.
   */
  applyExternalEdit(changes: ChangeSet): boolean {
    if (this.#model.phase.name === 'conflict') return false;
    const before = this.text;
    // Marked as imported, so that neither it nor its undo counts towards the day's typed words.
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
    // Callers count journal entries right after a flush, so the journal must not contain what the server has.
    if (!this.#journalUpdater.isCurrent) await this.#journalUpdater.write();
    return true;
  }

  /** Retries immediately, because the network is back or the author requested it. */
  retryNow(): void {
    if (this.#journalUpdater.hasFailed) void this.#journalUpdater.write();
    if (this.isDirty && this.#model.phase.name !== 'conflict') void this.#send();
  }

  /** Loads the stored text when nothing is unsaved here. Returns false when the server cannot be reached. */
  async refresh(): Promise<boolean> {
    if (this.isDirty || this.#running !== null) return true;
    const stored = await this.#deps.port.load().catch((error: unknown) => {
      if (isSignedOut(error)) this.#deps.onSignedOut?.(error);
      return null;
    });
    if (stored === null) return false;
    if (this.isDirty || this.#running !== null || stored.rev <= this.#model.base.rev) return true;
    const changes = diffToChanges(this.#model.head.toString(), stored.text);
    this.#applyTransition({ model: openModel(stored), changes: changes.empty ? null : changes });
    return true;
  }

  resolve(choice: Choice): void {
    this.#applyTransition(resolve(this.#model, choice, this.#idsAndTime()));
    this.#journalUpdater.writeSoon();
    this.#scheduleSend(0);
  }

  /** Cancels the timers and writes unsaved changes to the journal. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelSend?.();
    await this.#journalUpdater.stop();
  }

  /** Discards unsaved changes after a sign-out that the author has confirmed. Nothing more is sent or stored. */
  async abandon(): Promise<void> {
    this.#isStopped = true;
    this.#isAbandoned = true;
    this.#cancelSend?.();
    await this.#journalUpdater.abandon();
  }

  #idsAndTime() {
    return { newId: this.#deps.newId, now: this.#deps.clock.now() };
  }

  #setModel(model: SaveModel): void {
    this.#model = model;
    this.#view = this.#newView();
    for (const listener of this.#listeners) notifySafely(listener);
  }

  #newView(): SaveView {
    return viewOf(this.#model, { savedAt: this.#savedAt, hasJournalFailed: this.#journalUpdater.hasFailed });
  }

  #applyTransition({ model, changes }: Transition): void {
    const before = this.text;
    this.#setModel(model);
    if (changes) for (const apply of this.#editors) notifySafely(() => apply(changes, 'server', before));
  }

  #scheduleSend(inMs?: number): void {
    this.#cancelSend?.();
    this.#cancelSend = null;
    const [first] = this.#model.batches;
    if (this.#isStopped || this.#running !== null || first === undefined) return;
    const now = this.#deps.clock.now();
    const due = Math.min(this.#lastEdit + saveTimes.idle, first.since + saveTimes.maxWait);
    this.#cancelSend = this.#deps.clock.after(inMs ?? Math.max(0, due - now), () => void this.#send());
  }

  #send(): Promise<void> {
    this.#cancelSend?.();
    this.#running ??= this.#sendOldest().finally(() => {
      this.#running = null;
      this.#scheduleNext();
    });
    return this.#running;
  }

  #scheduleNext(): void {
    const { phase } = this.#model;
    if (phase.name === 'dirty')
      this.#scheduleSend(this.#model.batches[0]?.kind === 'autosave' && this.#rebases === 0 ? undefined : 0);
    const retryMs = retryDelay(phase);
    if (retryMs !== null) this.#scheduleSend(retryMs);
  }

  async #sendOldest(): Promise<void> {
    const attempt = this.#model.phase.name === 'retrying' ? this.#model.phase.attempt : 0;
    this.#setModel(seal(this.#model));
    const [batch] = this.#model.batches;
    if (batch === undefined) return this.#journalUpdater.writeSoon();
    await this.#journalUpdater.write();
    const reply = await this.#request(batch).then(
      (saved) => ({ saved }),
      (error: unknown) => ({ error }),
    );
    if ('error' in reply) await this.#handleError(reply.error, batch, attempt + 1);
    else {
      this.#savedAt = this.#deps.clock.now();
      this.#rebases = 0;
      this.#setModel(acknowledge(this.#model, reply.saved.rev));
    }
    this.#journalUpdater.writeSoon();
  }

  #request(batch: Batch): Promise<{ rev: number }> {
    const { rev, text } = this.#model.base;
    return batch.asText
      ? this.#deps.port.put(batch.changes.apply(text).toString(), rev)
      : this.#deps.port.patch(batch, rev);
  }

  async #handleError(error: unknown, batch: Batch, attempt: number): Promise<void> {
    if (this.#isAbandoned) return;
    const failure = readFailure(error);
    if (failure.kind === 'stale') return this.#rebaseOnServer(attempt);
    if (failure.kind === 'invalid' && !batch.asText) return this.#setModel(sendAsText(this.#model));
    return this.#enterFailurePhase(failure, error, attempt);
  }

  async #enterFailurePhase(failure: SaveFailure, error: unknown, attempt: number): Promise<void> {
    switch (failure.kind) {
      case 'network':
      case 'busy':
      case 'stale':
        return this.#setModel(
          withPhase(this.#model, { name: 'retrying', attempt, isOffline: failure.kind === 'network' }),
        );
      case 'invalid':
      case 'refused':
        return this.#setModel(refuse(this.#model, { name: 'refused', message: failure.message }, this.#deps.newId));
      case 'over-quota':
        return this.#refuseForQuota(failure.message);
      case 'signed-out':
        this.#setModel(withPhase(this.#model, { name: 'signed-out' }));
        await this.#journalUpdater.write();
        return this.#deps.onSignedOut?.(error);
    }
  }

  #refuseForQuota(message: string): void {
    const attempt = (quotaRefusalOf(this.#model)?.attempt ?? 0) + 1;
    this.#setModel(refuse(this.#model, { name: 'over-quota', message, attempt }, this.#deps.newId));
  }

  async #rebaseOnServer(attempt: number): Promise<void> {
    try {
      const stored = await this.#deps.port.load();
      this.#rebases += 1;
      this.#applyTransition(rebaseOnServer(this.#model, stored, this.#idsAndTime()));
      if (this.#rebases > maxImmediateRebases && this.#model.phase.name === 'dirty')
        this.#setModel(withPhase(this.#model, { name: 'retrying', attempt, isOffline: false }));
    } catch (error) {
      await this.#enterFailurePhase(readFailure(error), error, attempt);
    }
  }
}
