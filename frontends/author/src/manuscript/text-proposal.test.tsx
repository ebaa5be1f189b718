import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { SaveQueue } from '../saving/save-queue.ts';
import { fakeApi } from '@inkbear/web-kit/testing/fake-api.ts';
import { FakeClock, FakeDocument, FakeJournal } from '../saving/testing/fake-document.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ProposalControl } from '../features/proposals/hooks/use-proposal.ts';
import { startProposal, completeProposal, type Proposal } from '../features/proposals/proposal.ts';
import { openProseEditor, type ProseEditor } from '../features/writing/prose-editor.ts';
import { TextProposal } from './text-proposal.tsx';

const manuscript = { kind: 'chapter', id: 'c' } as const;
const toasts = collectToasts();
let server: FakeDocument;
let queue: SaveQueue;
let editor: ProseEditor;
let api: ReturnType<typeof fakeApi>;
afterEach(() => {
  cleanup();
  editor.destroy();
  api.restore();
});
beforeEach(() => {
  // jsdom has no layout, but the editor and the card ask for it.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Element.prototype.scrollIntoView = () => undefined;
  let ids = 0;
  server = new FakeDocument('The bear wrote.\n\nIt slept. The bear woke.');
  queue = new SaveQueue(
    { port: server, clock: new FakeClock(), journal: new FakeJournal(), newId: () => `change-${(ids += 1)}` },
    { rev: 1, text: server.text },
  );
  editor = openProseEditor(document.body, queue, { label: 'Text', language: 'EN', isReadOnly: false });
  api = fakeApi({
    'GET /api/ai/status': { body: { provider: 'offline', model: 'offline' } },
    'GET /api/ai/limits': { body: [] },
  });
});

const ask = () =>
  startProposal(
    {
      kind: 'rewrite',
      option: null,
      description: 'Rewrite.',
      passage: { from: 0, to: 15, text: 'The bear wrote.' },
      content: '',
    },
    [],
    0,
  );
let first = ask();
let finished = first;
beforeEach(() => {
  first = ask();
  finished = completeProposal(first, { text: 'Ink.', resultId: 'r1', at: Date.now() });
});
const control = {
  drop: jest.fn(),
  stop: jest.fn(),
  tryAgain: jest.fn(),
  show: jest.fn(),
} as unknown as ProposalControl;
const client = createQueryClient();
const card = (proposal: Proposal = first, shown = editor) => (
  <QueryClientProvider client={client}>
    <TextProposal
      manuscript={manuscript}
      scope={{ bookId: 'b', chapterId: 'c' }}
      language="EN"
      {...{ proposal, control, queue }}
      editor={shown}
    />
  </QueryClientProvider>
);
const change = (from: number, to: number, insert: string) => act(() => void editor.apply([{ from, to, insert }]));
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('TextProposal for a passage', () => {
  it('offers only Insert below after the passage is deleted, even if the same words occur elsewhere', () => {
    const { rerender } = render(card());
    change(0, 17, '');
    change(editor.text().length, editor.text().length, ' The bear wrote.');
    rerender(card(finished));
    expect(screen.getByText(/You have changed this passage/)).toBeDefined();
    press('Insert below');
    expect(editor.text()).toBe('It slept. The bear woke. The bear wrote.\n\nInk.');
  });

  it('keeps a deleted passage deleted in a new editor', () => {
    const { rerender } = render(card());
    change(0, 17, '');
    change(editor.text().length, editor.text().length, ' The bear wrote.');
    const before = editor;
    editor = openProseEditor(document.body, queue, { label: 'Text', language: 'EN', isReadOnly: false });
    rerender(card(finished));
    before.destroy();
    expect(screen.getByText(/You have changed this passage/)).toBeDefined();
  });

  it('remembers the position of the passage when the chapter is closed and opened again', () => {
    const page = render(card());
    change(0, 0, 'Once. ');
    change(editor.text().length, editor.text().length, ' The bear wrote.');
    page.unmount();
    editor.destroy();
    editor = openProseEditor(document.body, queue, { label: 'Text', language: 'EN', isReadOnly: false });
    render(card(finished));
    press('Accept all');
    expect(editor.text()).toBe('Once. Ink.\n\nIt slept. The bear woke. The bear wrote.');
  });

  it('refuses a retry while a save conflict is open', async () => {
    render(card(finished));
    change(0, 3, 'A');
    server.write(server.text.replace('The', 'One'));
    await act(() => queue.flush());
    expect(queue.view().phase).toBe('conflict');
    press('Try again');
    expect([jest.mocked(control.tryAgain).mock.calls, toasts.at(-1)?.title]).toEqual([[], 'Choose a version first']);
  });

  it('inserts below the position of a changed passage at the time of the click', () => {
    const { rerender } = render(card());
    change(4, 8, 'boar');
    rerender(card(finished));
    change(0, 0, 'Long ago, in a far land, there was one.\n\n');
    press('Insert below');
    expect(editor.text()).toBe(
      'Long ago, in a far land, there was one.\n\nThe boar wrote.\n\nInk.\n\nIt slept. The bear woke.',
    );
  });
});

describe('Discard', () => {
  it('moves the keyboard focus to the text', () => {
    render(card(finished));
    const discard = screen.getByRole('button', { name: 'Discard' });
    discard.focus();
    fireEvent.click(discard);
    expect(document.activeElement?.closest('.cm-content')).not.toBeNull();
  });
});
