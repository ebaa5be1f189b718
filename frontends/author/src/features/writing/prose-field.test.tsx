import { afterEach, expect, it, jest } from '@jest/globals';
import { undo } from '@codemirror/commands';
import { EditorView } from '@codemirror/view';
import { browserClock } from '../../saving/save-port.ts';
import { SaveQueue } from '../../saving/save-queue.ts';
import { FakeDocument, FakeJournal } from '../../saving/testing/fake-document.ts';
import { act, cleanup, render, screen } from '@testing-library/react';
import { ProseField } from './components/prose-field.tsx';
import type { ProseEditor } from './prose-editor.ts';

afterEach(cleanup);
const newQueue = (text: string) =>
  new SaveQueue(
    { port: new FakeDocument(text), clock: browserClock, journal: new FakeJournal(), newId: () => 'change-1' },
    { rev: 1, text },
  );

it('keeps undo, highlights and selection when options change, and creates a new editor for a new queue', async () => {
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  const [queue, other] = [newQueue('The bear wrote.'), newQueue('Another.')];
  const onEditor = jest.fn<(editor: ProseEditor | null) => void>();
  const field = (label: string, language: string, isReadOnly: boolean, of = queue) => (
    <ProseField
      queue={of}
      label={label}
      language={language}
      isReadOnly={isReadOnly}
      isHidden={false}
      onEditor={onEditor}
    />
  );
  const { rerender } = render(field('One, text', 'EN', false));
  const [editor] = onEditor.mock.calls[0] ?? [];
  act(() => {
    editor?.apply([{ from: 0, to: 3, insert: 'A' }]);
    editor?.highlight('grammar', [{ from: 2, to: 6, className: 'high' }]);
    editor?.reveal({ from: 2, to: 6 });
  });
  rerender(field('Two, text', 'DE', true));
  const shown = screen.getByRole('textbox', { name: 'Two, text' });
  const view = EditorView.findFromDOM(shown);
  expect([shown.lang, view?.state.readOnly, onEditor.mock.calls.length]).toEqual(['de', true, 1]);
  rerender(field('Two, text', 'DE', false));
  expect([editor?.selection()?.text, editor?.highlights('grammar')]).toEqual(['bear', [{ from: 2, to: 6 }]]);
  act(() => {
    if (view) undo(view);
  });
  expect(queue.text.toString()).toBe('The bear wrote.');
  rerender(field('Two, text', 'DE', false, other));
  expect([onEditor.mock.calls.length, onEditor.mock.lastCall?.[0]?.text()]).toEqual([3, 'Another.']);
  await Promise.all([queue.stop(), other.stop()]);
});
