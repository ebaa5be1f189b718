import { isolateHistory } from '@codemirror/commands';
import { diffToChanges, normaliseNewlines } from '@inkbear/prose/changes';
import type { Span, TextEdit } from '@inkbear/prose/text-edit';
import type { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';
import { Annotation, type ChangeSpec, EditorState, Transaction, type TransactionSpec } from '@codemirror/state';
import { EditorView, type ViewUpdate } from '@codemirror/view';
import { hasMarkEffect, type Mark, type MarkedSpan, markEffect, markLayers, marksOf } from './editor-marks.ts';
import { optionsPlace, proseOptions, proseSetup } from './prose-setup.ts';
import { fromAi, inBulk, insertedOrigins, originHistory } from './origin-history.ts';
import { inverseEdits, LaterChanges, type MadeChange, placesOf } from './made-change.ts';
import { typedWords } from './typed-words.ts';

const fromElsewhere = Annotation.define<boolean>();

export interface Selection extends Span {
  readonly text: string;
}

/** What the page may do with the open text. */
export interface ProseEditor {
  text: () => string;
  /** The present selection; null when nothing is selected. The same object until it changes. */
  selection: () => Selection | null;
  /** Where the cursor stands; with a selection its moving end. */
  cursor: () => number;
  /** Hears of every change of text, selection or marks. Answers how to stop. */
  subscribe: (listener: () => void) => () => void;
  /** Hears of words gained or lost by typing; not of what was pasted, accepted or taken back. Answers how to stop. */
  onTyped: (listener: (words: number) => void) => () => void;
  /** AI text that the author accepted: one change, one undo, a revision of its own. This and the next two throw when the editor is closed. */
  accept: (text: string, place: 'whole' | 'below' | Span, resultId: string | null) => MadeChange;
  /** AI text in several places at once: as `accept`, and only what the edits insert counts as AI's. */
  acceptEdits: (edits: readonly TextEdit[], resultId: string | null) => MadeChange;
  /** Edits the author asked for: one change, one undo. A `correction` counts as typing; before a `replacement` the text is kept in the history for good. */
  apply: (edits: readonly TextEdit[], as?: 'correction' | 'replacement') => MadeChange;
  /** Selects a stretch and brings it into view; takes the focus unless told not to. */
  reveal: (span: Span, keepsFocus?: boolean) => void;
  /** Brings a stretch into view and leaves selection and focus alone. */
  bringIntoView: (span: Span) => void;
  /** Replaces the marks of one layer. */
  mark: (layer: string, marks: readonly Mark[]) => void;
  marks: (layer: string) => readonly MarkedSpan[];
  /** A new name, language or leave to write; undo, marks and selection stay. */
  setOptions: (options: EditorOptions) => void;
  focus: () => void;
  destroy: () => void;
}

export interface EditorOptions {
  readonly label: string;
  readonly language: string;
  readonly isReadOnly: boolean;
}

/** A CodeMirror set up for prose, tied to a document's save queue. */
export function openProseEditor(parent: HTMLElement, queue: SaveQueue, options: EditorOptions): ProseEditor {
  const listeners = new Set<() => void>();
  const typists = new Set<(words: number) => void>();
  let selected: Selection | null = null;
  const logs = new Set<LaterChanges>();
  let isOpen = true;
  const hear = (update: ViewUpdate) => {
    tell(queue, update);
    for (const log of logs) {
      if (!log.isOpen(Date.now())) logs.delete(log);
      else if (update.docChanged) log.note(update.changes);
    }
    if (update.docChanged || update.selectionSet) selected = selectionOf(update.state);
    const isMarked = update.transactions.some(({ effects }) => hasMarkEffect(effects));
    if (update.docChanged || update.selectionSet || isMarked) for (const listener of listeners) listener();
    const words = update.docChanged && typists.size > 0 ? typedWords(update.transactions) : 0;
    if (words !== 0) for (const listener of typists) listener(words);
  };
  const extensions = [...proseSetup(options), originHistory, markLayers, EditorView.updateListener.of(hear)];
  const view = new EditorView({ parent, state: EditorState.create({ doc: queue.text, extensions }) });
  const stop = queue.onRemoteChange((changes, source) =>
    view.dispatch({
      changes:
        changes.length === view.state.doc.length
          ? changes
          : diffToChanges(view.state.doc.toString(), queue.text.toString()),
      annotations: [
        fromElsewhere.of(true),
        source === 'author' ? isolateHistory.of('full') : Transaction.addToHistory.of(false),
      ],
    }),
  );
  const change = (spec: TransactionSpec): MadeChange => {
    if (!isOpen) throw new Error('This editor is closed.');
    const transaction = view.state.update(spec);
    view.dispatch(transaction);
    const places = placesOf(transaction.changes, transaction.startState.doc);
    const later = new LaterChanges(transaction.newDoc, Date.now());
    logs.add(later);
    const undo = () => {
      if (!isOpen) return null;
      const edits = inverseEdits(places, later.upTo(view.state.doc, Date.now()), view.state.doc);
      if (edits !== null) apply(edits, 'replacement');
      return edits !== null;
    };
    return { text: transaction.newDoc, places, undo };
  };
  const apply: ProseEditor['apply'] = (edits, as = 'correction') => {
    const annotations = [isolateHistory.of('full'), inBulk.of(as === 'replacement')];
    return change({ changes: [...edits], annotations, userEvent: 'input.edit' });
  };
  const accept = (changes: ChangeSpec, resultId: string | null) =>
    change({ changes, annotations: [fromAi.of({ resultId }), isolateHistory.of('full')], userEvent: 'input.proposal' });
  return {
    text: () => view.state.doc.toString(),
    selection: () => selected,
    cursor: () => view.state.selection.main.head,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onTyped: (listener) => {
      typists.add(listener);
      return () => void typists.delete(listener);
    },
    accept: (text, place, resultId) => accept(placed(normaliseNewlines(text), place, view.state.doc.length), resultId),
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
    mark: (layer, marks) => view.dispatch({ effects: markEffect(layer, marks) }),
    marks: (layer) => marksOf(view.state.field(markLayers), layer),
    setOptions: (next) => view.dispatch({ effects: optionsPlace.reconfigure(proseOptions(next)) }),
    focus: () => view.focus(),
    destroy: () => {
      isOpen = false;
      stop();
      listeners.clear();
      typists.clear();
      view.destroy();
    },
  };
}

function placed(insert: string, place: 'whole' | 'below' | Span, length: number): ChangeSpec {
  if (place === 'whole') return { from: 0, to: length, insert };
  if (place === 'below') return { from: length, insert: `${length === 0 ? '' : '\n\n'}${insert}` };
  return { from: place.from, to: place.to, insert };
}

function selectionOf({ doc, selection: { main } }: EditorState): Selection | null {
  return main.empty ? null : { from: main.from, to: main.to, text: doc.sliceString(main.from, main.to) };
}

function tell(queue: SaveQueue, { transactions }: ViewUpdate): void {
  for (const transaction of transactions) {
    if (!transaction.docChanged || transaction.annotation(fromElsewhere) === true) continue;
    const ai = transaction.annotation(fromAi);
    // Whatever came between them: what the author sees is what is saved, and a lost step never ends the saving.
    const changes =
      transaction.startState.doc.length === queue.text.length
        ? transaction.changes
        : diffToChanges(queue.text.toString(), transaction.newDoc.toString());
    const kind = ai !== undefined ? 'ai' : transaction.annotation(inBulk) === true ? 'replace' : 'autosave';
    queue.edit(changes, { kind, origins: insertedOrigins(transaction) });
  }
}
