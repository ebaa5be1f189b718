import { afterEach, expect, it } from '@jest/globals';
import { listAudit } from '@inkbear/contracts/admin/audit';
import { fakeApi, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { listSource } from '../lists/list-source.ts';
import { useAdminList } from '../lists/use-admin-list.ts';
import { chooseOption } from '../testing/choose-option.ts';
import { renderConsole } from '../testing/render-console.tsx';
import { AdminTable } from './admin-table.tsx';

let api: ReturnType<typeof fakeApi>;
afterEach(() => {
  cleanup();
  api.restore();
});
const source = listSource(listAudit);
function Table() {
  const list = useAdminList({ source, defaultSort: '-at' });
  return (
    <AdminTable
      title="Log"
      list={list}
      columns={[{ id: 'action', title: 'Action', cell: ({ action }) => action, sorts: ['-at', 'at'] }]}
      idOf={({ id }) => id}
      searchLabel="Search the log"
      empty="Nothing happened yet."
    />
  );
}
const row = {
  id: 'a1',
  at: '2026-01-01T00:00:00.000Z',
  actor: 'operator',
  action: 'Looked',
  target: 'x',
  before: null,
  after: null,
};

it('shows why a page failed to load and links to the first page', async () => {
  api = fakeApi({
    'GET /api/admin/audit': ({ query }) =>
      query.has('cursor')
        ? {
            status: 400,
            body: problemBody(400, 'request.invalid', 'This page cannot be read; please begin at the first.'),
          }
        : { body: [row] },
  });
  const { currentUrl } = renderConsole(<Table />, '/admin?cursor=bad');
  expect((await screen.findByRole('alert')).textContent).toContain(
    'This page cannot be read; please begin at the first.',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Go to the first page' }));
  await screen.findByRole('button', { name: 'Looked' });
  expect(currentUrl()).toBe('/admin');
});

it('retries a failed request once, then offers to try again', async () => {
  let isUp = false;
  api = fakeApi({
    'GET /api/admin/audit': () =>
      isUp
        ? { body: [row] }
        : {
            status: 503,
            body: problemBody(503, 'server.unavailable', 'A part of Inkbear is not available right now.'),
          },
  });
  renderConsole(<Table />);
  await screen.findByRole('alert');
  expect(api.requests).toHaveLength(2);
  isUp = true;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('button', { name: 'Looked' });
});

it('distinguishes an empty list from a search without results', async () => {
  api = fakeApi({ 'GET /api/admin/audit': { body: [] } });
  renderConsole(<Table />);
  await screen.findByText('Nothing happened yet.');
  await userEvent.type(screen.getByLabelText('Search the log'), 'ada{Enter}');
  await screen.findByText('Nothing matches this filter.');
  expect(api.requests.at(-1)?.query.get('q')).toBe('ada');
  await userEvent.click(screen.getByRole('button', { name: 'Clear the filter' }));
  await screen.findByText('Nothing happened yet.');
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Search the log').value).toBe(''));
});

it('sorts by a select on phones, where the header is hidden', async () => {
  api = fakeApi({ 'GET /api/admin/audit': { body: [row] } });
  const { currentUrl } = renderConsole(<Table />);
  await userEvent.click(await screen.findByRole('combobox', { name: 'Sort' }));
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    'Action, descending',
    'Action, ascending',
  ]);
  await userEvent.click(screen.getByRole('option', { name: 'Action, ascending' }));
  expect(currentUrl()).toBe('/admin?sort=at');
  await waitFor(() => expect(api.requests.at(-1)?.query.get('sort')).toBe('at'));
  await chooseOption('Sort', 'Action, descending');
  expect(currentUrl()).toBe('/admin');
});
