import { isolateHistory } from '@codemirror/commands';
import { diffToChanges, normaliseNewlines } from '@inkbear/prose/changes';
import type { TextEdit, TextRange } from '@inkbear/prose/text-edit';
import { countWordsDelta } from '@inkbear/prose/word-count';
import type { SaveQueue } from '../../saving/save-queue.ts';
import { Annotation, type ChangeSpec, EditorState, Transaction, type TransactionSpec } from '@codemirror/state';
import { EditorView, type ViewUpdate } from '@codemirror/view';
import {
  hasHighlightEffect,
  type Highlight,
  type HighlightedRange,
  highlightEffect,
  highlightLayers,
  highlightsOf,
} from './editor-highlights.ts';
import { mentionEffect, mentionMarks, type MentionSource } from './mention-marks.ts';
import { type EditorOptions, optionsCompartment, proseOptions, proseSetup } from './prose-setup.ts';
import { fromAi, bulkEdit, insertedOrigins, originHistory } from './origin-history.ts';
import { type AppliedChange, changedRanges, inverseEdits, LaterChanges } from './applied-change.ts';

/** Marks transactions that apply a remote change, so that they are not sent to the save queue again. */
const remoteChange = Annotation.define<boolean>();

export interface Selection extends TextRange {
  readonly text: string;
}

/** The operations on the open text. */
export interface ProseEditor {
  text: () => string;
  /** The current selection; null when nothing is selected. The same object until it changes. */
  selection: () => Selection | null;
  /** The cursor position; with a selection, its moving end. */
  cursor: () => number;
  /** Calls the listener on every change of text, selection or highlights. Returns the unsubscribe function. */
  subscribe: (listener: () => void) => () => void;
  /**
   * Calls the listener with words gained or lost by typing; not by pasting, accepting or reverting. Returns the
   * unsubscribe function.
   */
  onTyped: (listener: (words: number) => void) => () => void;
  /**
   * Inserts accepted AI text: one change, one undo step, one revision. This and the next two throw when the editor is
   * closed.
   */
  accept: (text: string, place: 'whole' | 'below' | TextRange, resultId: string | null) => AppliedChange;
  /** Applies accepted AI edits in several places: like `accept`; only the inserted text counts as AI text. */
  acceptEdits: (edits: readonly TextEdit[], resultId: string | null) => AppliedChange;
  /**
   * Applies edits that the author asked for: one change, one undo step. A `correction` counts as typing; a
   * `replacement` keeps the text before it in the history permanently.
   */
  apply: (edits: readonly TextEdit[], as?: 'correction' | 'replacement') => AppliedChange;
  /** Selects a range, scrolls to it and focuses the editor, unless `keepsFocus` is true. */
  reveal: (range: TextRange, keepsFocus?: boolean) => void;
  /** Scrolls to a range without changing selection or focus. */
  bringIntoView: (range: TextRange) => void;
  /** Replaces the highlights of one layer. */
  highlight: (layer: string, highlights: readonly Highlight[]) => void;
  highlights: (layer: string) => readonly HighlightedRange[];
  /** Marks names of the story bible; null marks none. */
  markMentions: (source: MentionSource | null) => void;
  /** Changes label, language or read-only state; undo history, highlights and selection stay. */
  setOptions: (options: EditorOptions) => void;
  focus: () => void;
  destroy: () => void;
}

/** Opens a CodeMirror editor for prose that is connected to the save queue of a document. */
export function openProseEditor(parent: HTMLElement, queue: SaveQueue, options: EditorOptions): ProseEditor {
  const observers = new EditorObservers(queue);
  const extensions = [
    ...proseSetup(options),
    originHistory,
    highlightLayers,
    mentionMarks,
    EditorView.updateListener.of((update) => observers.onUpdate(update)),
  ];
  const view = new EditorView({ parent, state: EditorState.create({ doc: queue.text, extensions }) });
  const stop = applyRemoteChanges(view, queue);
  const { accept, apply, close } = editOperations(view, observers);
  return {
    text: () => view.state.doc.toString(),
    selection: () => observers.selection,
    cursor: () => view.state.selection.main.head,
    subscribe: (listener) => addTo(observers.listeners, listener),
    onTyped: (listener) => addTo(observers.typingListeners, listener),
    accept: (text, place, resultId) =>
      accept(insertionAt(normaliseNewlines(text), place, view.state.doc.length), resultId),
    acceptEdits: (edits, resultId) =>
      accept(
        edits.map((edit) => ({ ...edit, insert: normaliseNewlines(edit.insert) })),
        resultId,
      ),
    apply,
    reveal: ({ from, to }, keepsFocus = false) => {
      view.dispatch({
        selection: { anchor: from, head: to },
        effects: EditorView.scrollIntoView(from, { y: 'center' }),
      });
      if (!keepsFocus) view.focus();
    },
    bringIntoView: ({ from }) =>
      view.dispatch({ effects: EditorView.scrollIntoView(from, { y: 'nearest', yMargin: 120 }) }),
    highlight: (layer, highlights) => view.dispatch({ effects: highlightEffect(layer, highlights) }),
    highlights: (layer) => highlightsOf(view.state.field(highlightLayers), layer),
    markMentions: (source) => view.dispatch({ effects: mentionEffect(source) }),
    setOptions: (next) => view.dispatch({ effects: optionsCompartment.reconfigure(proseOptions(next)) }),
    focus: () => view.focus(),
    destroy: () => {
      close();
      stop();
      observers.clear();
      view.destroy();
    },
  };
}

function addTo<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Sends every update to the save queue, the recorded changes and the listeners. */
class EditorObservers {
  readonly listeners = new Set<() => void>();
  readonly typingListeners = new Set<(words: number) => void>();
  readonly laterChanges = new Set<LaterChanges>();
  selection: Selection | null = null;
  readonly #queue: SaveQueue;

  constructor(queue: SaveQueue) {
    this.#queue = queue;
  }

  onUpdate(update: ViewUpdate): void {
    queueEdits(this.#queue, update);
    for (const later of this.laterChanges) {
      if (!later.isRecording(Date.now())) this.laterChanges.delete(later);
      else if (update.docChanged) later.record(update.changes);
    }
    if (update.docChanged || update.selectionSet) this.selection = selectionOf(update.state);
    const hasNewHighlights = update.transactions.some(({ effects }) => hasHighlightEffect(effects));
    if (update.docChanged || update.selectionSet || hasNewHighlights) for (const listener of this.listeners) listener();
    const words = update.docChanged && this.typingListeners.size > 0 ? typedWords(update.transactions) : 0;
    if (words !== 0) for (const listener of this.typingListeners) listener(words);
  }

  clear(): void {
    this.listeners.clear();
    this.typingListeners.clear();
  }
}

/** Applies changes from the save queue that were not typed in this editor. Returns the unsubscribe function. */
const applyRemoteChanges = (view: EditorView, queue: SaveQueue): (() => void) =>
  queue.onRemoteChange((changes, source) =>
    view.dispatch({
      changes:
        changes.length === view.state.doc.length
          ? changes
          : diffToChanges(view.state.doc.toString(), queue.text.toString()),
      annotations: [
        remoteChange.of(true),
        source === 'author' ? isolateHistory.of('full') : Transaction.addToHistory.of(false),
      ],
    }),
  );

/** Edits that return an exact undo; they throw after `close`. */
function editOperations(view: EditorView, observers: EditorObservers) {
  let isOpen = true;
  const change = (spec: TransactionSpec): AppliedChange => {
    if (!isOpen) throw new Error('This editor is closed.');
    const transaction = view.state.update(spec);
    view.dispatch(transaction);
    const ranges = changedRanges(transaction.changes, transaction.startState.doc);
    const later = new LaterChanges(transaction.newDoc, Date.now());
    observers.laterChanges.add(later);
    const undo = () => {
      if (!isOpen) return null;
      const edits = inverseEdits(ranges, later.upTo(view.state.doc, Date.now()), view.state.doc);
      if (edits !== null) apply(edits, 'replacement');
      return edits !== null;
    };
    return { text: transaction.newDoc, ranges, undo };
  };
  const apply: ProseEditor['apply'] = (edits, as = 'correction') => {
    const annotations = [isolateHistory.of('full'), bulkEdit.of(as === 'replacement')];
    return change({ changes: [...edits], annotations, userEvent: 'input.edit' });
  };
  const accept = (changes: ChangeSpec, resultId: string | null) =>
    change({ changes, annotations: [fromAi.of({ resultId }), isolateHistory.of('full')], userEvent: 'input.proposal' });
  const close = () => {
    isOpen = false;
  };
  return { apply, accept, close };
}

function insertionAt(insert: string, place: 'whole' | 'below' | TextRange, length: number): ChangeSpec {
  if (place === 'whole') return { from: 0, to: length, insert };
  if (place === 'below') return { from: length, insert: `${length === 0 ? '' : '\n\n'}${insert}` };
  return { from: place.from, to: place.to, insert };
}

function selectionOf({ doc, selection: { main } }: EditorState): Selection | null {
  return main.empty ? null : { from: main.from, to: main.to, text: doc.sliceString(main.from, main.to) };
}

/** Words gained or lost by typing and deleting; counts only around the changes. */
const typedWords = (transactions: readonly Transaction[]): number =>
  transactions
    .filter((each) => each.docChanged && (each.isUserEvent('input.type') || each.isUserEvent('delete')))
    .reduce((sum, { startState, changes }) => sum + countWordsDelta(startState.doc, changes), 0);

/** Sends the text changes of an update to the save queue, except those that came from it. */
function queueEdits(queue: SaveQueue, { transactions }: ViewUpdate): void {
  for (const transaction of transactions) {
    if (!transaction.docChanged || transaction.annotation(remoteChange) === true) continue;
    const ai = transaction.annotation(fromAi);
    // If editor and queue differ in length, a step was lost. A diff then brings the queue back to what the author sees.
    const changes =
      transaction.startState.doc.length === queue.text.length
        ? transaction.changes
        : diffToChanges(queue.text.toString(), transaction.newDoc.toString());
    const kind = ai !== undefined ? 'ai' : transaction.annotation(bulkEdit) === true ? 'replace' : 'autosave';
    queue.edit(changes, { kind, origins: insertedOrigins(transaction) });
  }
}
