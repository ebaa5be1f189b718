import { afterEach, expect, it, jest } from '@jest/globals';
import { getBooksStorage } from '@inkbear/contracts/storage';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { read } from '@inkbear/web-kit/read.ts';
import { browserClock } from '../../saving/save-port.ts';
import { SaveQueue } from '../../saving/save-queue.ts';
import { onStorageFreed } from '@inkbear/web-kit/storage-freed.ts';
import { fakeApi, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { FakeDocument, FakeJournal } from '../../saving/testing/fake-document.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { onCloseToast, type Toast } from '@inkbear/web-kit/toast.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HistoryPanel } from './components/history-panel.tsx';

interface Row {
  rev: number;
  at: string;
  kind: string;
  wordCount: number;
  name?: string;
  deletedAt?: string;
}

let api: ReturnType<typeof fakeApi>;
const toasts = collectToasts();
afterEach(() => {
  cleanup();
  api.restore();
});
const at = '2026-11-03T14:05:00';

/** A fake server that deletes and recovers versions as the contract says. */
function serverWith(rows: Row[], path: string) {
  const change =
    (isDeleted: boolean) =>
    ({ body }: { body: unknown }) => {
      const { revs } = body as { revs: number[] };
      const changed = rows.filter(
        ({ rev, deletedAt }) => revs.includes(rev) && (deletedAt === undefined) === isDeleted,
      );
      for (const row of changed) {
        if (isDeleted) row.deletedAt = '2026-11-20T10:00:00.000Z';
        else delete row.deletedAt;
      }
      return { body: { message: 'Done.', revs: changed.map(({ rev }) => rev) } };
    };
  return {
    [`GET ${path}`]: ({ query }: { query: URLSearchParams }) => {
      const isDeleted = query.get('deleted') === 'true';
      return { body: rows.filter(({ deletedAt }) => (deletedAt !== undefined) === isDeleted) };
    },
    [`DELETE ${path}`]: change(true),
    [`POST ${path}/undelete`]: change(false),
  };
}

const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ rev: count - index, at, kind: 'autosave', wordCount: count - index }));

interface Options {
  kind?: 'chapter' | 'story';
  canEdit?: boolean;
  answers?: Parameters<typeof fakeApi>[0];
}

function open(rows: Row[], { kind = 'chapter', canEdit = true, answers = {} }: Options = {}) {
  const path = kind === 'chapter' ? '/api/chapters/c1/revisions' : '/api/personal-stories/c1/revisions';
  api = fakeApi({
    ...serverWith(rows, path),
    'GET /api/books/storage': { body: { used: 1, allowed: 2, deleted: 0 } },
    ...answers,
  });
  const server = new FakeDocument('Once.');
  const queue = new SaveQueue(
    { port: server, clock: browserClock, journal: new FakeJournal(), newId: () => 'change' },
    { rev: 1, text: server.text },
  );
  const client = createQueryClient();
  render(
    <QueryClientProvider client={client}>
      <HistoryPanel
        manuscript={{ kind, id: 'c1' }}
        queue={queue}
        canEdit={canEdit}
        revert={() => Promise.resolve('saved')}
      />
    </QueryClientProvider>,
  );
  return { client, path };
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const boxes = () => screen.getAllByRole<HTMLInputElement>('checkbox');
const sent = (route: string) => api.requests.filter((request) => request.route === route).map(({ body }) => body);

it('deletes chosen versions by keyboard: confirms once, keeps the focus, and invalidates list and storage', async () => {
  const freed = jest.fn();
  const stop = onStorageFreed(freed);
  const { client, path } = open(rowsOf(4));
  await client.fetchQuery(read(getBooksStorage));
  const opener = await screen.findByRole('button', { name: 'Delete versions…' });
  opener.focus();
  await userEvent.keyboard('{Enter}');
  expect([
    opener.getAttribute('aria-expanded'),
    boxes().length,
    screen.queryByRole('checkbox', { name: /4 words/ }),
  ]).toEqual(['true', 3, null]);
  boxes()[1]?.focus();
  await userEvent.keyboard(' ');
  screen.getByText('1 selected');
  screen.getByRole('button', { name: 'Delete 1 version' }).focus();
  await userEvent.keyboard('{Enter}');
  expect(screen.getByRole('alert').textContent).toBe('Delete 1 version? You can recover deleted versions for 30 days.');
  expect([document.activeElement?.textContent, sent(`DELETE ${path}`)]).toEqual(['Yes, delete 1 version', []]);
  await userEvent.keyboard('{Enter}');
  await waitFor(() =>
    expect(toasts[0]).toMatchObject({ title: 'Deleted', description: '1 version can be recovered for 30 days.' }),
  );
  expect(sent(`DELETE ${path}`)).toEqual([{ revs: [2] }]);
  await waitFor(() => expect(document.activeElement).toBe(opener));
  expect([opener.getAttribute('aria-expanded'), freed.mock.calls.length]).toEqual(['false', 1]);
  expect(client.getQueryState(read(getBooksStorage).queryKey)?.isInvalidated).toBe(true);
  await press(/^Show \d earlier saves/);
  expect(screen.queryByText(/2 words/)).toBeNull();
  stop();
});

it('deletes nothing on cancel and returns the focus to the button', async () => {
  const { path } = open(rowsOf(3));
  await press('Delete versions…');
  await press('Select all');
  await press('Delete 2 versions');
  await press('Keep them');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete 2 versions' }));
  await press('Cancel');
  expect([document.activeElement?.textContent, screen.queryByRole('checkbox'), sent(`DELETE ${path}`)]).toEqual([
    'Delete versions…',
    null,
    [],
  ]);
});

it('closes the confirmation and then the list on Escape, without bubbling the key', async () => {
  const listener = jest.fn();
  window.addEventListener('keydown', listener);
  const { path } = open(rowsOf(2));
  await press('Delete versions…');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Delete versions' }).disabled).toBe(true);
  await press('Select all');
  await press('Delete 1 version');
  listener.mockClear();
  await userEvent.keyboard('{Escape}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete 1 version' }));
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.keyboard('{Escape}');
  expect([document.activeElement?.textContent, screen.queryByRole('checkbox')]).toEqual(['Delete versions…', null]);
  expect([listener.mock.calls.length, sent(`DELETE ${path}`)]).toEqual([0, []]);
  window.removeEventListener('keydown', listener);
});

it('closes the toast of the last deletion when a list opens', async () => {
  const closed: Toast[] = [];
  const stop = onCloseToast((toast) => closed.push(toast));
  open(rowsOf(2));
  await press('Delete versions…');
  await press('Select all');
  await press('Delete 1 version');
  await press('Yes, delete 1 version');
  await waitFor(() => expect(toasts[0]?.title).toBe('Deleted'));
  expect(closed).toEqual([]);
  await press('Show deleted');
  expect([closed.length, closed[0] === toasts[0]]).toEqual([1, true]);
  stop();
});

it('chooses at most the 500 oldest and no named versions', async () => {
  const rows = rowsOf(504);
  (rows[502] as Row).name = 'First draft';
  const { path } = open(rows);
  await press('Delete versions…');
  await press('Select all');
  screen.getByText('500 selected, the maximum at once');
  expect(boxes().filter(({ disabled }) => disabled)).toHaveLength(3);
  await press('Delete 500 versions');
  await press('Yes, delete 500 versions');
  await waitFor(() => expect(sent(`DELETE ${path}`)).toHaveLength(1));
  const { revs } = sent(`DELETE ${path}`)[0] as { revs: number[] };
  expect([revs.length, revs.includes(504), revs.includes(503), revs.includes(2), revs.includes(1)]).toEqual([
    500,
    false,
    false,
    false,
    true,
  ]);
});

it.each(['chapter', 'story'] as const)('shows the deleted versions of a %s and recovers them', async (kind) => {
  const rows = rowsOf(3);
  (rows[1] as Row).deletedAt = '2026-11-20T10:00:00.000Z';
  const { path } = open(rows, { kind });
  await press('Show deleted');
  await screen.findByRole('checkbox', { name: /2 words · kept until 20 December/ });
  await userEvent.click(screen.getByRole('checkbox'));
  await press('Recover 1 version');
  await waitFor(() => expect(toasts[0]?.title).toBe('Recovered'));
  expect(sent(`POST ${path}/undelete`)).toEqual([{ revs: [2] }]);
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Show deleted'));
  await press('Show deleted');
  await screen.findByText('No versions were deleted in the last 30 days.');
});

it('recovers deleted versions on Undo', async () => {
  const { path } = open(rowsOf(2));
  await press('Delete versions…');
  await press('Select all');
  await press('Delete 1 version');
  await press('Yes, delete 1 version');
  await waitFor(() => expect(toasts[0]?.action?.label).toBe('Undo'));
  act(() => toasts[0]?.action?.run());
  await waitFor(() => expect(sent(`POST ${path}/undelete`)).toEqual([{ revs: [1] }]));
});

it('shows the server’s message on refusal and keeps the choice', async () => {
  const words = 'The newest version is the chapter itself and cannot be deleted.';
  const refusal = { status: 409, body: problemBody(409, 'books.revision_current', words) };
  open(rowsOf(2), { answers: { 'DELETE /api/chapters/c1/revisions': refusal } });
  await press('Delete versions…');
  await press('Select all');
  await press('Delete 1 version');
  await press('Yes, delete 1 version');
  const shown = { title: 'The versions could not be deleted', description: words, tone: 'destructive' };
  await waitFor(() => expect(toasts[0]).toMatchObject(shown));
  expect(boxes().map(({ checked }) => checked)).toEqual([true]);
});

it('retries loading the deleted versions', async () => {
  let tries = 0;
  const list = ({ query }: { query: URLSearchParams }) => {
    if (query.get('deleted') === 'true' && (tries += 1) <= 2)
      return { status: 503, body: problemBody(503, 'server.unavailable', 'busy') };
    return { body: query.get('deleted') === 'true' ? [] : rowsOf(2) };
  };
  open(rowsOf(2), { answers: { 'GET /api/chapters/c1/revisions': list } });
  await press('Show deleted');
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByText('No versions were deleted in the last 30 days.');
});

it('shows no version tools without edit rights', async () => {
  open(rowsOf(2), { canEdit: false });
  const panel = within(document.body);
  await panel.findByRole('button', { name: 'Show 1 earlier save' });
  for (const name of ['Delete versions…', 'Show deleted']) expect(panel.queryByRole('button', { name })).toBeNull();
});
