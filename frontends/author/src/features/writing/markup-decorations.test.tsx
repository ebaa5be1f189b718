import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { EditorState } from '@codemirror/state';
import { EditorView, runScopeHandlers } from '@codemirror/view';
import { undo } from '@codemirror/commands';
import { proseSetup } from './prose-setup.ts';

let view: EditorView;
beforeEach(() => {
  // jsdom has no layout, but CodeMirror asks for it.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
});
afterEach(() => view.destroy());

function open(doc: string, isReadOnly = false): void {
  const extensions = proseSetup({ label: 'Text', language: 'EN', isReadOnly });
  view = new EditorView({ parent: document.body, state: EditorState.create({ doc, extensions }) });
}
const press = (key: string) =>
  runScopeHandlers(
    view,
    new KeyboardEvent('keydown', { key, ctrlKey: true, keyCode: key.toUpperCase().charCodeAt(0) }),
    'editor',
  );
const select = (words: string) => {
  const anchor = view.state.doc.toString().indexOf(words);
  view.dispatch({ selection: { anchor, head: anchor + words.length } });
};
/** The styles of each line, with the styles of the parts that have some. */
const shown = () =>
  Array.from(view.contentDOM.querySelectorAll('.cm-line'), (line) => {
    const lineStyles = [...line.classList].filter((name) => name !== 'cm-line' && name !== 'cm-activeLine');
    const parts = Array.from(line.querySelectorAll('span'), (part) => `${part.className}: ${part.textContent}`);
    return [lineStyles.join(' '), ...parts].map((text) => text.replaceAll('cm-', ''));
  });

describe('markupDecorations', () => {
  it('indents every paragraph but those at the beginning, after a heading and after a scene break', () => {
    open('# One\n\nFirst.\n\nSecond.\ncontinued.\n\n***\n\nThird.\n\nFourth.');
    expect(shown().map(([line]) => line)).toEqual([
      'heading heading-1',
      'blank',
      '',
      'blank',
      'indented',
      '',
      'blank',
      'scene-break',
      'blank',
      '',
      'blank',
      'indented',
    ]);
  });

  it('indents each line after the first in a text without blank lines', () => {
    open('First.\nSecond.\nThird.\n');
    expect(shown().map(([line]) => line)).toEqual(['', 'indented', 'indented', '']);
    view.dispatch({ changes: { from: 6, insert: '\n' } });
    expect(shown().map(([line]) => line)).toEqual(['', 'blank', 'indented', '', '']);
    view.dispatch({ changes: { from: 6, to: 7 } });
    expect(shown().map(([line]) => line)).toEqual(['', 'indented', 'indented', '']);
  });

  it('reduces the height of a blank line as soon as there is text before and after it', () => {
    open('First.\n\n');
    view.dispatch({ changes: { from: 8, insert: 'S' } });
    expect(shown().map(([line]) => line)).toEqual(['', 'blank', 'indented']);
    view.destroy();
    open('\n\nSecond.');
    view.dispatch({ changes: { from: 0, insert: 'F' } });
    expect(shown().map(([line]) => line)).toEqual(['', 'blank', 'indented']);
  });

  it('shows emphasis and strong, and dims their marks', () => {
    open('She *never*\n\n# A **b** ##');
    expect(shown()).toEqual([
      ['', 'style-mark: *', 'emphasis: never', 'style-mark: *'],
      ['blank'],
      ['heading heading-1', 'style-mark: # ', 'style-mark: **', 'strong: b', 'style-mark: **', 'style-mark:  ##'],
    ]);
    view.dispatch({ changes: { from: 10, to: 11 } });
    expect(shown()[0]).toEqual(['']);
  });

  it('continues an emphasis over the lines of a paragraph', () => {
    open('a\n\nb *c\nd* e');
    expect(shown().slice(2)).toEqual([
      ['indented', 'style-mark: *', 'emphasis: c'],
      ['', 'emphasis: d', 'style-mark: *'],
    ]);
  });

  it('shows a very long line plain', () => {
    open(`*a* ${'b '.repeat(100_000)}`);
    expect(view.contentDOM.querySelectorAll('.cm-emphasis')).toHaveLength(0);
  });
});

describe('styleKeymap', () => {
  it.each([
    ['i', 'She *never* came.'],
    ['b', 'She **never** came.'],
  ])('changes the style of the selection with Ctrl+%s, and one undo takes it back', (key, expected) => {
    open('She never came.');
    select('never');
    expect([press(key), view.state.doc.toString()]).toEqual([true, expected]);
    const { from, to } = view.state.selection.main;
    expect(view.state.sliceDoc(from, to)).toBe('never');
    press(key);
    expect(view.state.doc.toString()).toBe('She never came.');
    undo(view);
    expect(view.state.doc.toString()).toBe(expected);
  });

  it('changes nothing in a read-only text', () => {
    open('She never came.', true);
    select('never');
    press('i');
    expect(view.state.doc.toString()).toBe('She never came.');
  });
});
