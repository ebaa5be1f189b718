import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { browserClock } from '../../saving/save-port.ts';
import { SaveQueue } from '../../saving/save-queue.ts';
import { FakeDocument, FakeJournal } from '../../saving/testing/fake-document.ts';
import { act, cleanup, render } from '@testing-library/react';
import { ProseReader } from './components/prose-reader.tsx';
import { openProseEditor, type ProseEditor } from './prose-editor.ts';
import { speechLayer } from './speech-layer.ts';

let queue: SaveQueue;
let editor: ProseEditor;
const realScroll = Element.prototype.scrollIntoView;
beforeEach(() => {
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  // Newer browsers return a promise. React breaks when an effect returns one.
  Element.prototype.scrollIntoView = () => Promise.resolve() as never;
  queue = new SaveQueue(
    { port: new FakeDocument(''), clock: browserClock, journal: new FakeJournal(), newId: () => 'change-1' },
    { rev: 1, text: 'One line.\n\nAnother. And more.' },
  );
  editor = openProseEditor(document.body, queue, { label: 'Text', language: 'EN', isReadOnly: false });
});
afterEach(() => {
  cleanup();
  editor.destroy();
  Element.prototype.scrollIntoView = realScroll;
});

it('highlights the sentence that is read aloud and removes the highlight again', () => {
  const { container, unmount } = render(<ProseReader queue={queue} label="Text" editor={editor} />);
  const marked = () => [...container.querySelectorAll('mark')].map(({ textContent }) => textContent);
  const say = (from: number, to: number) =>
    act(() => editor.highlight(speechLayer, [{ from, to, className: 'cm-spoken' }]));
  say(11, 19);
  expect(marked()).toEqual(['Another.']);
  say(20, 29);
  expect(marked()).toEqual(['And more.']);
  act(() => void editor.apply([{ from: 0, to: 0, insert: 'Two.\n\n' }]));
  expect([marked(), container.querySelectorAll('p')]).toEqual([['And more.'], expect.objectContaining({ length: 3 })]);
  act(() => editor.highlight(speechLayer, []));
  expect(marked()).toEqual([]);
  say(0, 4);
  expect(unmount).not.toThrow();
});
