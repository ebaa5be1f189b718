import { defaultKeymap, history, historyKeymap, isolateHistory, undo } from '@codemirror/commands';
import { normaliseNewlines } from '@inkbear/prose/changes';
import type { OriginSpan } from '@inkbear/prose/origins';
import type { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Annotation, EditorState, type Extension, Transaction } from '@codemirror/state';
import { EditorView, keymap, placeholder, type ViewUpdate } from '@codemirror/view';
import { proseTheme } from './prose-theme.ts';

const fromElsewhere = Annotation.define<boolean>();
const fromAi = Annotation.define<{ resultId: string | null }>();

/** What the page may do with the open text. */
export interface ProseEditor {
  text: () => string;
  /** One change, one undo: replaces the text or goes below it. */
  accept: (proposal: string, place: 'replace' | 'below', resultId: string | null) => void;
  undo: () => void;
  focus: () => void;
  destroy: () => void;
}

/** A CodeMirror set up for prose, tied to a document's save queue. */
export function openProseEditor(parent: HTMLElement, queue: SaveQueue, { label, language, isReadOnly }: { label: string; language: string; isReadOnly: boolean }): ProseEditor {
  const view = new EditorView({ parent, state: EditorState.create({ doc: queue.text, extensions: [...proseSetup(label, language, isReadOnly), EditorView.updateListener.of((update) => tell(queue, update))] }) });
  const stop = queue.onRemoteChange((changes) => view.dispatch({ changes, annotations: [fromElsewhere.of(true), Transaction.addToHistory.of(false)] }));
  return {
    text: () => view.state.doc.toString(),
    accept: (proposal, place, resultId) => {
      const { length } = view.state.doc;
      const text = normaliseNewlines(proposal);
      const changes = place === 'replace' ? { from: 0, to: length, insert: text } : { from: length, insert: `${length === 0 ? '' : '\n\n'}${text}` };
      view.dispatch({ changes, annotations: [fromAi.of({ resultId }), isolateHistory.of('full')], userEvent: 'input.proposal' });
    },
    undo: () => void undo(view),
    focus: () => view.focus(),
    destroy: () => {
      stop();
      view.destroy();
    },
  };
}

function tell(queue: SaveQueue, { transactions }: ViewUpdate): void {
  for (const transaction of transactions) {
    if (!transaction.docChanged || transaction.annotation(fromElsewhere) === true) continue;
    const ai = transaction.annotation(fromAi);
    queue.edit(transaction.changes, { kind: ai === undefined ? 'autosave' : 'ai', origins: originsOf(transaction, ai) });
  }
}

/** Typing needs no origin: it is what everything counts as that has none. */
function originsOf(transaction: Transaction, ai: { resultId: string | null } | undefined): OriginSpan[] {
  const spans: OriginSpan[] = [];
  const source: Pick<OriginSpan, 'kind' | 'resultId'> = ai === undefined ? { kind: 'pasted' } : { kind: 'ai', ...(ai.resultId === null ? {} : { resultId: ai.resultId }) };
  if (ai === undefined && !transaction.isUserEvent('input.paste') && !transaction.isUserEvent('input.drop')) return spans;
  transaction.changes.iterChanges((_fromA, _toA, from, to) => {
    if (to > from) spans.push({ from, to, ...source });
  });
  return spans;
}

const pageNonce = () => document.querySelector<HTMLMetaElement>("meta[property='csp-nonce']")?.nonce ?? '';

function proseSetup(label: string, language: string, isReadOnly: boolean): Extension[] {
  return [
    EditorView.cspNonce.of(pageNonce()),
    EditorState.lineSeparator.of('\n'),
    EditorView.clipboardInputFilter.of((text) => normaliseNewlines(text).toWellFormed()),
    EditorView.lineWrapping,
    EditorState.readOnly.of(isReadOnly),
    EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'true', autocorrect: 'on', autocapitalize: 'sentences', lang: language.toLowerCase() }),
    placeholder('Begin where you like. Everything is saved as you write.'),
    history(),
    search({ top: true }),
    highlightSelectionMatches({ minSelectionLength: 3, wholeWords: true }),
    keymap.of([...searchKeymap, ...historyKeymap, ...defaultKeymap]),
    proseTheme,
  ];
}
