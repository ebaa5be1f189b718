import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Book } from '@inkbear/contracts/books/book';
import type { Chapter } from '@inkbear/contracts/books/chapter';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { SaveQueue } from '../../../saving/save-queue.ts';
import { fakeApi, fakeUser } from '@inkbear/web-kit/testing/fake-api.ts';
import { FakeClock, FakeDocument, FakeJournal } from '../../../saving/testing/fake-document.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { openProseEditor, type ProseEditor } from '../../../features/writing/prose-editor.ts';
import { type OpenManuscript, OpenManuscriptProvider } from '../../../manuscript/open-manuscript.ts';
import { type OpenChapter, OpenChapterProvider } from '../open-chapter.ts';
import { SelectionVariations } from './selection-variations.tsx';

/** The dialog, and the button that opened it. */
function Tool() {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <button type="button" autoFocus>
        Enhance Selection
      </button>
      {isOpen && (
        <SelectionVariations
          selection={{ from: 27, to: 35, text: 'The bear' }}
          option="more_formal"
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

const toasts = collectToasts();
let editor: ProseEditor;
let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  // jsdom has no layout, but the editor asks for it.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  let ids = 0;
  const server = new FakeDocument('The bear wrote.\n\nIt slept. The bear woke.');
  const queue = new SaveQueue(
    { port: server, clock: new FakeClock(), journal: new FakeJournal(), newId: () => `change-${(ids += 1)}` },
    { rev: 1, text: server.text },
  );
  editor = openProseEditor(document.body, queue, { label: 'Text', language: 'EN', isReadOnly: false });
  api = fakeApi({
    'GET /api/user': { body: fakeUser },
    'GET /api/ai/context-choice': { body: { rev: 0, exclude: [], pin: [] } },
    'GET /api/ai/status': { body: { provider: 'offline', model: 'offline' } },
    'POST /api/ai/generate-enhancement-options': { body: { options: ['Ink'], resultId: 'r1', limits: [] } },
  });
  const open = {
    manuscript: { kind: 'chapter', id: 'c' },
    layout: { isNarrow: false },
    queue,
    editor,
  } as OpenManuscript;
  const openChapter = {
    book: { id: 'b', title: 'The Salt Road', genre: 'mystery' } as Book,
    current: { id: 'c', title: 'One' } as Chapter,
  } as unknown as OpenChapter;
  render(
    <QueryClientProvider client={createQueryClient()}>
      <OpenManuscriptProvider value={open}>
        <OpenChapterProvider value={openChapter}>
          <Tool />
        </OpenChapterProvider>
      </OpenManuscriptProvider>
    </QueryClientProvider>,
  );
});
afterEach(() => {
  cleanup();
  editor.destroy();
  api.restore();
});
const change = (from: number, to: number, insert: string) =>
  act(() => void editor.acceptEdits([{ from, to, insert }], null));
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

describe('SelectionVariations', () => {
  it('replaces the selected passage after it has moved, and sends its position', async () => {
    change(0, 0, 'Once. ');
    await press('Apply variation 1');
    expect(editor.text()).toBe('Once. The bear wrote.\n\nIt slept. Ink woke.');
    expect(api.requests.find(({ route }) => route.includes('options'))?.body).toMatchObject({
      passageStart: 27,
      askedRev: 1,
    });
  });

  it('moves the focus to the text, where the undo shortcut takes the change back', async () => {
    await press('Apply variation 1');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Text');
  });

  it('refuses to replace the same words elsewhere, but can insert below', async () => {
    change(27, 41, '');
    await press('Apply variation 1');
    expect([editor.text(), toasts.at(-1)?.title]).toEqual([
      'The bear wrote.\n\nIt slept. ',
      'This passage has changed',
    ]);
    await press('Insert below: variation 1');
    expect(editor.text()).toBe('The bear wrote.\n\nIt slept. \n\nInk');
  });
});
