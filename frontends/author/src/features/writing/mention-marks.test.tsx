import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { EditorView } from '@codemirror/view';
import { MentionIndex } from '@inkbear/story-analysis/mentions/find-mentions';
import { createEvent, fireEvent } from '@testing-library/react';
import { SaveQueue } from '../../saving/save-queue.ts';
import { FakeClock, FakeDocument, FakeJournal } from '../../saving/testing/fake-document.ts';
import type { MentionSource, ShownCard } from './mention-marks.ts';
import { openProseEditor, type ProseEditor } from './prose-editor.ts';

const text = 'Mara Venn waited. Nobody knew Marabel. “Venn,” said Tom.';
const names = new MentionIndex([
  { id: 'mara', names: ['Mara Venn', 'Mara', 'Venn'] },
  { id: 'tom', names: ['Tom', 'Tom Venn', 'Venn'] },
]);

let editor: ProseEditor;
let shown: ShownCard[];
let removed: number;
const source: MentionSource = {
  find: (part) => names.find(part),
  showCard: (card) => {
    shown.push(card);
    const button = document.createElement('button');
    button.textContent = 'Close';
    button.addEventListener('click', card.close);
    card.element.append(button);
    return () => void (removed += 1);
  },
};
beforeEach(() => {
  // jsdom has no layout, but CodeMirror asks for it.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  [shown, removed] = [[], 0];
  const ports = { port: new FakeDocument(text), clock: new FakeClock(), journal: new FakeJournal(), newId: () => 'c1' };
  const queue = new SaveQueue(ports, { rev: 1, text });
  editor = openProseEditor(document.body, queue, { label: 'Text', language: 'en', isReadOnly: false });
});
afterEach(() => editor.destroy());

const view = () => EditorView.findFromDOM(document.querySelector('.cm-editor') as HTMLElement) as EditorView;
const marked = () => [...document.querySelectorAll('.cm-mention')].map(({ textContent }) => textContent);
const card = () => document.querySelector('.cm-mention-card');
const pressAt = (position: number) => {
  view().dispatch({ selection: { anchor: position } });
  return fireEvent.keyDown(view().contentDOM, { key: 'B', code: 'KeyB', keyCode: 66, ctrlKey: true, shiftKey: true });
};

describe('names of the story bible in the text', () => {
  it('are marked as whole words, before and after the author types', () => {
    editor.markMentions(source);
    expect(marked()).toEqual(['Mara Venn', 'Venn', 'Tom']);
    view().dispatch({ changes: { from: 0, insert: 'x' }, userEvent: 'input.type' });
    expect(marked()).toEqual(['Venn', 'Venn', 'Tom']);
    view().dispatch({ changes: { from: 0, to: 1 }, userEvent: 'delete.backward' });
    expect(marked()).toEqual(['Mara Venn', 'Venn', 'Tom']);
    editor.markMentions(null);
    expect(marked()).toEqual([]);
  });

  it('have a card for the keyboard, which takes the focus and gives it back', () => {
    editor.markMentions(source);
    const position = text.indexOf('Venn,') + 1;
    expect(pressAt(position)).toBe(false);
    const from = text.indexOf('Venn,');
    expect(shown).toEqual([
      {
        mention: { from, to: from + 4, entryIds: ['mara', 'tom'] },
        element: card(),
        takesFocus: true,
        close: expect.any(Function) as unknown,
      },
    ]);
    card()?.querySelector('button')?.focus();
    fireEvent.keyDown(card()?.querySelector('button') as Element, { key: 'Escape' });
    expect([card(), document.activeElement, removed]).toEqual([null, view().contentDOM, 1]);
  });

  it('have a card on a touch screen, unless the tap moves the cursor of an author who writes', () => {
    editor.markMentions(source);
    const tap = (pointerType: string, position: number) => {
      view().posAtCoords = () => position;
      const down = createEvent.pointerDown(view().contentDOM);
      Object.defineProperty(down, 'pointerType', { value: pointerType });
      fireEvent(view().contentDOM, down);
      fireEvent.click(view().contentDOM);
    };
    tap('mouse', 2);
    expect(card()).toBeNull();
    tap('touch', 2);
    expect([shown.length, shown[0]?.takesFocus, card() !== null]).toEqual([1, false, true]);
    fireEvent.keyDown(view().contentDOM, { key: 'Escape', code: 'Escape', keyCode: 27 });
    expect(card()).toBeNull();
    view().focus();
    view().dispatch({ selection: { anchor: text.length } });
    tap('touch', 2);
    expect(card()).toBeNull();
    view().dispatch({ selection: { anchor: 3 } });
    tap('touch', 2);
    expect(card()).not.toBeNull();
    editor.markMentions(null);
    expect([card(), removed]).toEqual([null, 2]);
  });

  it('lose their card when it is closed, or when the author writes on', () => {
    editor.markMentions(source);
    pressAt(2);
    fireEvent.click(card()?.querySelector('button') as Element);
    expect(card()).toBeNull();
    pressAt(2);
    expect(card()).not.toBeNull();
    view().dispatch({ changes: { from: text.length, insert: '!' }, userEvent: 'input.type' });
    expect([card(), removed]).toEqual([null, 2]);
  });

  it('show no card where there is no name, or while none are marked', () => {
    pressAt(2);
    editor.markMentions(source);
    pressAt(text.indexOf('waited'));
    expect([shown, card()]).toEqual([[], null]);
  });
});
