import { afterEach, beforeAll, expect, it } from '@jest/globals';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { notifyStorageFreed } from '@inkbear/web-kit/storage-freed.ts';
import { fakeApi, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { registerManifests } from '../../platform/remotes/manifests.ts';
import { StorageSection } from './components/storage-section.tsx';

let api: ReturnType<typeof fakeApi>;
beforeAll(() => registerManifests({ author: { pages: [], roles: { home: '/dashboard' } } }));
afterEach(() => {
  cleanup();
  api.restore();
});
const megabyte = 1024 * 1024;
const usage = (used: number, allowed: number, deleted = 0) => ({
  body: { used: used * megabyte, allowed: allowed * megabyte, deleted: deleted * megabyte },
});
const few = {
  'GET /api/books/storage': usage(12.4, 200),
  'GET /api/personal-stories/storage': usage(1, 20),
  'GET /api/ai/storage': usage(50, 50),
  'GET /api/editions/storage': usage(3, 200),
};
function open(answers: Parameters<typeof fakeApi>[0] = {}, client = createQueryClient()) {
  api = fakeApi({ ...few, ...answers });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <StorageSection />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return client;
}
const area = (name: string) => within(screen.getByRole('group', { name }));

it('shows used and allowed bytes as text and as a meter with a name and a value', async () => {
  open();
  const bar = await area('Books').findByRole('meter', { name: 'Storage used by Books' });
  expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuetext')]).toEqual(['6', '12.4 MB of 200 MB']);
  await waitFor(() => expect(screen.getAllByRole('meter')).toHaveLength(4));
  expect([
    area('Books').getByText('12.4 MB of 200 MB'),
    area('Personal stories').getByText('1 MB of 20 MB'),
  ]).toHaveLength(2);
  expect([screen.queryByText(/full/i), screen.queryByText(/deleted/), screen.queryByRole('link')]).toEqual([
    null,
    null,
    null,
  ]);
  area('AI results').getByText('The oldest results are removed when new ones need the space.');
});

it('says what a full quota of files means', async () => {
  open({ 'GET /api/editions/storage': usage(200, 200) });
  expect((await area('Finished files and covers').findByText('Full.')).parentElement?.textContent).toBe(
    'Full. To make room for new files, delete old editions on a book’s “Print & e-book” page. Go to your dashboard',
  );
});

it('shows the deleted bytes that are still stored, and from 90 % how to free space', async () => {
  open({ 'GET /api/books/storage': usage(180, 200, 3.5), 'GET /api/personal-stories/storage': usage(24, 20) });
  expect((await area('Books').findByText('Nearly full.')).parentElement?.textContent).toContain(
    'delete old versions in a chapter’s history, or chapters you no longer need',
  );
  area('Books').getByText(
    'Deleted items take up 3.5 MB, which is not counted. You can restore them for up to 30 days.',
  );
  expect(area('Books').getByRole('link', { name: 'Go to your dashboard' }).getAttribute('href')).toBe('/dashboard');
  expect((await area('Personal stories').findByText('Full.')).parentElement?.textContent).toMatch(
    /^Full\. Nothing new can be added\. You can still edit until you reach 25 MB\. To make room, /,
  );
  expect(area('Personal stories').getByRole('meter').getAttribute('aria-valuenow')).toBe('100');
  area('Personal stories').getByText('24 MB of 20 MB');
});

it('loads and retries each part independently', async () => {
  let tries = 0;
  const busy = { status: 503, body: problemBody(503, 'server.unavailable', 'busy') };
  open({ 'GET /api/personal-stories/storage': () => ((tries += 1) <= 2 ? busy : usage(1, 20)) });
  await area('Books').findByText('12.4 MB of 200 MB');
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(
    area('Personal stories')
      .getByText(/could not be loaded/)
      .contains(again),
  ).toBe(true);
  await userEvent.click(again);
  await area('Personal stories').findByText('1 MB of 20 MB');
  expect(api.requests.filter(({ route }) => route === 'GET /api/books/storage')).toHaveLength(1);
});

it('refetches after a deletion', async () => {
  let used = 180;
  const client = open({ 'GET /api/books/storage': () => usage(used, 200) });
  await area('Books').findByText('180 MB of 200 MB');
  used = 20;
  act(() => notifyStorageFreed(client));
  await area('Books').findByText('20 MB of 200 MB');
});
