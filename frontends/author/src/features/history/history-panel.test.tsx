import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { browserClock } from '../../saving/save-port.ts';
import { SaveQueue } from '../../saving/save-queue.ts';
import { fakeApi, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { FakeDocument, FakeJournal } from '../../saving/testing/fake-document.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ChangeSet } from '@codemirror/state';
import type { RevertRestore } from './revisions.api.ts';
import type { Compare } from './comparer/compare-in-worker.ts';
import { compare } from './comparison.ts';
import { HistoryPanel } from './components/history-panel.tsx';

let server: FakeDocument;
let queue: SaveQueue;
let api: ReturnType<typeof fakeApi>;
const toasts = collectToasts();
const revert = jest.fn<RevertRestore>();
/** The real comparison, without a worker. */
const compareWithoutWorker = jest.fn<Compare>(({ before, after }) => Promise.resolve(compare(before, after)));
beforeEach(() => {
  server = new FakeDocument('Once upon a time.');
  server.write('Once upon a dark time.');
  queue = new SaveQueue(
    { port: server, clock: browserClock, journal: new FakeJournal(), newId: () => `change-${server.rev}` },
    { rev: 2, text: server.text },
  );
  const list = () => ({
    body: server.history
      .map(({ kind, text }, at) => ({
        rev: at + 1,
        at: new Date().toISOString(),
        kind,
        wordCount: text.split(' ').length,
      }))
      .reverse(),
  });
  const text = (rev: number) => () => ({
    body: { rev, at: new Date().toISOString(), kind: 'put', wordCount: 4, content: server.history[rev - 1]?.text },
  });
  const restore = (rev: number) => () => {
    server.write(server.history[rev - 1]?.text ?? '');
    return { body: { rev: server.rev, content: server.text } };
  };
  api = fakeApi({
    'GET /api/chapters/c1/revisions': list,
    'GET /api/chapters/c1/revisions/1': text(1),
    'GET /api/chapters/c1/revisions/2': text(2),
    'POST /api/chapters/c1/revisions/1/restore': restore(1),
    'POST /api/chapters/c1/revisions/2/restore': restore(2),
    'POST /api/chapters/c1/snapshots': ({ body }) => ({
      status: 201,
      body: { rev: 2, at: new Date().toISOString(), kind: 'snapshot', wordCount: 4, ...(body as object) },
    }),
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <HistoryPanel
        manuscript={{ kind: 'chapter', id: 'c1' }}
        queue={queue}
        canEdit
        revert={revert}
        compare={compareWithoutWorker}
      />
    </QueryClientProvider>,
  );
});
afterEach(() => {
  cleanup();
  api.restore();
});

const openFirst = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Show 1 earlier save' }));
  await userEvent.click(screen.getByRole('button', { name: /^Created/ }));
  return screen.findByRole('dialog');
};

describe('HistoryPanel', () => {
  it('compares a revision with the current text, including unsaved changes', async () => {
    act(() => queue.edit(ChangeSet.of({ from: queue.text.length, insert: ' The end' }, queue.text.length)));
    const sheet = await openFirst();
    await within(sheet).findByRole('group', { name: 'What changed' });
    expect([...sheet.querySelectorAll('[role="group"] ins')].map(({ textContent }) => textContent)).toEqual([
      'dark ',
      ' The end',
    ]);
  });

  it('shows progress, can be cancelled, and aborts when it is closed', async () => {
    const signals: AbortSignal[] = [];
    const never: Compare = (_texts, signal) => {
      signals.push(signal);
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    };
    compareWithoutWorker.mockImplementationOnce(never).mockImplementationOnce(never);
    const sheet = await openFirst();
    await within(sheet).findByText('Comparing word by word…');
    await userEvent.click(await within(sheet).findByRole('button', { name: 'Cancel' }));
    await userEvent.click(await within(sheet).findByRole('button', { name: 'Compare' }));
    await within(sheet).findByText('Comparing word by word…');
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    await userEvent.click(within(sheet).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(signals[1]?.aborted).toBe(true));
  });

  it('shows an error and retries when the comparison fails', async () => {
    compareWithoutWorker.mockRejectedValueOnce(new Error('no worker'));
    const sheet = await openFirst();
    await userEvent.click(await within(sheet).findByRole('button', { name: 'Try again' }));
    await within(sheet).findByRole('group', { name: 'What changed' });
  });

  it('restores as a new revision; Undo reverts only that change and reports a refusal', async () => {
    const sheet = await openFirst();
    await userEvent.click(await within(sheet).findByRole('button', { name: /^Restore the text of/ }));
    await waitFor(() =>
      expect([queue.text.toString(), server.rev, toasts[0]?.title]).toEqual(['Once upon a time.', 3, 'Restored']),
    );
    revert.mockResolvedValueOnce('refused');
    act(() => toasts[0]?.action?.run());
    await waitFor(() => expect(toasts[1]).toMatchObject({ title: 'Undo failed', tone: 'destructive' }));
    expect(revert.mock.calls[0]?.[0]).toEqual({
      before: 'Once upon a dark time.',
      after: 'Once upon a time.',
      isShown: true,
    });
    expect(api.requests.filter(({ route }) => route.endsWith('/restore'))).toHaveLength(1);
  });

  it('reverts exactly the restored text on Undo, even if the author typed before it was shown', async () => {
    revert.mockReset().mockResolvedValue('saved');
    const load = server.load.bind(server);
    server.load = () => {
      queue.edit(ChangeSet.of({ from: queue.text.length, insert: ' Typed.' }, queue.text.length));
      return load();
    };
    const sheet = await openFirst();
    await userEvent.click(await within(sheet).findByRole('button', { name: /^Restore the text of/ }));
    await waitFor(() => expect(toasts[0]?.title).toBe('Restored'));
    act(() => toasts[0]?.action?.run());
    await waitFor(() => expect(revert.mock.calls.map(([restored]) => restored.after)).toEqual(['Once upon a time.']));
    expect(queue.text.toString()).toContain(' Typed.');
  });

  it('reports a restored text that could not be loaded', async () => {
    server.load = () => Promise.reject(new TypeError('Failed to fetch'));
    const sheet = await openFirst();
    await userEvent.click(await within(sheet).findByRole('button', { name: /^Restore the text of/ }));
    await waitFor(() => expect(toasts[0]).toMatchObject({ title: 'Restored', action: { label: 'Undo' } }));
    expect(toasts[0]?.description).toContain('could not be loaded here yet');
  });

  it('refuses to restore while changes cannot be saved', async () => {
    const sheet = await openFirst();
    server.fault = 'too-large';
    act(() => queue.edit(ChangeSet.of({ from: 0, insert: 'X' }, queue.text.length)));
    await userEvent.click(await within(sheet).findByRole('button', { name: /^Restore the text of/ }));
    await waitFor(() =>
      expect(toasts[0]).toMatchObject({ title: 'The text could not be restored', tone: 'destructive' }),
    );
    expect(api.requests.filter(({ route }) => route.endsWith('/restore'))).toEqual([]);
  });

  it('lists a save as soon as the server has acknowledged it', async () => {
    await screen.findByRole('button', { name: 'Show 1 earlier save' });
    const lists = () => api.requests.filter(({ route }) => route.endsWith('/revisions')).length;
    expect(lists()).toBe(1);
    await act(async () => {
      queue.edit(ChangeSet.of({ from: queue.text.length, insert: ' The end' }, queue.text.length));
      await queue.flush();
    });
    await screen.findByRole('button', { name: 'Show 2 earlier saves' });
    expect(lists()).toBe(2);
  });

  it('saves the current text under a name', async () => {
    await userEvent.type(await screen.findByRole('textbox', { name: /Name the current text/ }), 'First draft');
    await userEvent.click(screen.getByRole('button', { name: 'Name version' }));
    await waitFor(() =>
      expect(toasts[0]).toMatchObject({
        title: 'Version named',
        description: '“First draft” stays in the history permanently.',
      }),
    );
    expect(api.requests.find(({ route }) => route.endsWith('/snapshots'))?.body).toEqual({ name: 'First draft' });
  });
});

it('shows an error when the history cannot be loaded', async () => {
  cleanup();
  api.restore();
  api = fakeApi({
    'GET /api/chapters/c1/revisions': {
      status: 404,
      body: problemBody(404, 'books.chapter_not_found', 'Chapter Not Found'),
    },
  });
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { retry: false } });
  render(
    <QueryClientProvider client={client}>
      <HistoryPanel
        manuscript={{ kind: 'chapter', id: 'c1' }}
        queue={queue}
        canEdit
        revert={revert}
        compare={compareWithoutWorker}
      />
    </QueryClientProvider>,
  );
  expect(await screen.findByRole('heading', { name: 'The history could not be loaded' })).toBeDefined();
});

it('loads older saves and named revisions on demand', async () => {
  cleanup();
  api.restore();
  const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString();
  const pages: Record<string, { rev: number; at: string; kind: string; wordCount: number; name?: string }[]> = {
    '': [{ rev: 9, at: day(0), kind: 'autosave', wordCount: 9 }],
    9: [{ rev: 3, at: day(40), kind: 'snapshot', wordCount: 3, name: 'First draft' }],
  };
  api = fakeApi({
    'GET /api/chapters/c1/revisions': ({ query }) => {
      const before = query.get('before') ?? '';
      return {
        body: pages[before],
        headers: before === '' ? { Link: '</api/chapters/c1/revisions?before=9>; rel="next"' } : {},
      };
    },
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <HistoryPanel
        manuscript={{ kind: 'chapter', id: 'c1' }}
        queue={queue}
        canEdit
        revert={revert}
        compare={compareWithoutWorker}
      />
    </QueryClientProvider>,
  );
  const older = await screen.findByRole('button', { name: 'Show older versions' });
  expect([api.requests.length, screen.queryByText('First draft')]).toEqual([1, null]);
  await userEvent.click(older);
  await screen.findByRole('heading', { name: 'Named' });
  expect([
    screen.getAllByText('First draft').length > 0,
    screen.queryByRole('button', { name: 'Show older versions' }),
  ]).toEqual([true, null]);
  expect(api.requests.map(({ query }) => query.toString())).toEqual(['', 'before=9']);
});
