import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { ChangeSet } from '@codemirror/state';
import type { Book } from '@inkbear/contracts/books/book';
import type { Chapter } from '@inkbear/contracts/books/chapter';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { SaveQueue } from '../../../saving/save-queue.ts';
import { fakeApi, fakeUser } from '@inkbear/web-kit/testing/fake-api.ts';
import { FakeClock, FakeDocument, FakeJournal } from '../../../saving/testing/fake-document.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { type OpenManuscript, OpenManuscriptProvider } from '../../../manuscript/open-manuscript.ts';
import { type OpenChapter, OpenChapterProvider } from '../open-chapter.ts';
import AiTool from './ai-tool.tsx';

const toasts = collectToasts();
const askAi = jest.fn<OpenManuscript['askAi']>();
let server: FakeDocument;
let queue: SaveQueue;
let api: ReturnType<typeof fakeApi>;
let ids = 0;
beforeEach(() => {
  server = new FakeDocument('The bear wrote.');
  queue = new SaveQueue(
    { port: server, clock: new FakeClock(), journal: new FakeJournal(), newId: () => `change-${(ids += 1)}` },
    { rev: 1, text: server.text },
  );
  api = fakeApi({
    'GET /api/user': { body: fakeUser },
    'GET /api/user/plan-status': { body: { plan: 'pro_monthly', isActive: true, planEndDate: null } },
    'GET /api/ai/limits': { body: [] },
    'GET /api/ai/results': { body: [] },
    'GET /api/ai/status': { body: { provider: 'offline', model: 'offline' } },
  });
  const editor = { selection: () => null, subscribe: () => () => undefined } as unknown as OpenManuscript['editor'];
  const open = {
    manuscript: { kind: 'chapter', id: 'c' },
    queue,
    editor,
    isAiRunning: false,
    askAi,
  } as unknown as OpenManuscript;
  const openChapter = {
    book: { id: 'b' } as Book,
    current: { id: 'c', title: 'One' } as Chapter,
    hasDetailedOutline: false,
  } as unknown as OpenChapter;
  render(
    <QueryClientProvider client={createQueryClient()}>
      <OpenManuscriptProvider value={open}>
        <OpenChapterProvider value={openChapter}>
          <AiTool />
        </OpenChapterProvider>
      </OpenManuscriptProvider>
    </QueryClientProvider>,
  );
});
afterEach(() => {
  jest.clearAllMocks();
  cleanup();
  api.restore();
});

it('asks AI about the chapter, but not while a save conflict is open', async () => {
  fireEvent.click(await screen.findByRole('button', { name: /^Polish/ }));
  expect(askAi.mock.calls).toMatchObject([[{ kind: 'polish', content: 'The bear wrote.' }]]);
  fireEvent.click(screen.getByRole('button', { name: /^Generate chapter/ }));
  fireEvent.click(screen.getByRole('button', { name: /^Extend/ }));
  expect(askAi.mock.calls.map(([{ words }]) => words)).toEqual([undefined, 3500, 1000]);
  act(() => queue.edit(ChangeSet.of({ from: 4, to: 8, insert: 'boar' }, queue.text.length)));
  server.write('The fox wrote.');
  await act(() => queue.flush());
  expect(queue.view().phase).toBe('conflict');
  for (const name of [/^Polish/, /^Generate chapter/, 'Dialogue'])
    fireEvent.click(screen.getByRole('button', { name }));
  expect(askAi).toHaveBeenCalledTimes(3);
  expect(toasts.map(({ title }) => title)).toEqual(Array(3).fill('Choose a version first'));
});

it('asks for a change in the author’s own words', async () => {
  const form = within(await screen.findByRole('form', { name: 'Your own instruction' }));
  const button = form.getByRole<HTMLButtonElement>('button', { name: 'Ask for this change' });
  expect(button.disabled).toBe(true);
  fireEvent.change(form.getByRole('textbox', { name: 'What should change in the chapter?' }), {
    target: { value: ' Make her angrier ' },
  });
  fireEvent.click(button);
  expect(askAi.mock.lastCall).toMatchObject([
    {
      kind: 'instruct',
      option: null,
      instruction: 'Make her angrier',
      passage: null,
      description: 'Change the chapter: “Make her angrier”',
    },
  ]);
});
