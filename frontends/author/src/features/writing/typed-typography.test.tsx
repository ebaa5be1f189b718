import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { undo } from '@codemirror/commands';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { proseSetup } from './prose-setup.ts';
import { typographyPreference } from './typography-preference.ts';

let view: EditorView;
beforeEach(() => {
  // jsdom has no layout, but CodeMirror asks for it.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
});
afterEach(() => {
  view.destroy();
  typographyPreference.set(true);
});

function open(doc = '', { isReadOnly = false, language = 'EN' } = {}): void {
  const extensions = proseSetup({ label: 'Text', language, isReadOnly });
  view = new EditorView({ parent: document.body, state: EditorState.create({ doc, extensions }) });
  view.dispatch({ selection: { anchor: doc.length } });
}
/** Sends a text character by character through the input handlers, as the browser does. */
function type(text: string): void {
  for (const typed of text) {
    const { from, to } = view.state.selection.main;
    const createTransaction = () =>
      view.state.update({
        changes: { from, to, insert: typed },
        selection: { anchor: from + typed.length },
        userEvent: 'input.type',
      });
    const isHandled = view.state
      .facet(EditorView.inputHandler)
      .some((handler) => handler(view, from, to, typed, createTransaction));
    if (!isHandled) view.dispatch(createTransaction());
  }
}
const text = () => view.state.doc.toString();

it('types curly quotation marks, dashes and ellipses of the language', () => {
  open();
  type('"Well... it\'s--late," she said.');
  expect(text()).toBe('“Well… it’s–late,” she said.');
  view.destroy();
  open('', { language: 'de' });
  type('"Ja"');
  expect(text()).toBe('„Ja“');
});

it('brings back what was typed with one undo', () => {
  open('She said ');
  type('"');
  expect(text()).toBe('She said “');
  undo(view);
  expect(text()).toBe('She said "');
  undo(view);
  expect(text()).toBe('She said ');
});

it('replaces a selection like any typed character', () => {
  open('She said X now');
  view.dispatch({ selection: { anchor: 9, head: 10 } });
  type('"');
  expect([text(), view.state.selection.main.head]).toEqual(['She said “ now', 10]);
});

it('types straight characters when the author switched it off', () => {
  typographyPreference.set(false);
  open();
  type('"a"--...');
  expect(text()).toBe('"a"--...');
});
