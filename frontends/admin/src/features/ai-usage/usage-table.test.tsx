import { afterEach, expect, it } from '@jest/globals';
import { fakeApi } from '@inkbear/web-kit/testing/fake-api.ts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { chooseOption } from '../../kit/testing/choose-option.ts';
import { renderConsole } from '../../kit/testing/render-console.tsx';
import UsageTable from './usage-table.tsx';

let api: ReturnType<typeof fakeApi>;
afterEach(() => {
  cleanup();
  api.restore();
});
const row = {
  key: 'u1',
  label: 'ada@example.org',
  requests: 4,
  failed: 1,
  inputTokens: 1000,
  outputTokens: 234,
  tokens: 1234,
  cost: 0.0123,
  averageLatencyMs: 1840,
};
const open = (at: string, body: unknown[] = [row]) => {
  api = fakeApi({
    'GET /api/admin/ai-usage': { body },
    'GET /api/admin/analytics/history': { body: ['2031-01', '2031-02'].map((month) => ({ month })) },
  });
  return renderConsole(<UsageTable />, at);
};
const lastQuery = () =>
  Object.fromEntries(api.requests.findLast(({ route }) => route === 'GET /api/admin/ai-usage')?.query ?? []);

it('shows costs to four decimals and links to the user', async () => {
  open('/admin?tab=openai&row=u1');
  const table = within(await screen.findByRole('table', { name: 'AI Usage' }));
  const cells = within(table.getByRole('row', { name: /ada@example.org/ }));
  expect(cells.getByText('$0.0123')).toBeTruthy();
  expect(cells.getByText('1.8 s')).toBeTruthy();
  expect((await screen.findByRole('link', { name: 'Open this user' })).getAttribute('href')).toBe(
    '/admin?tab=users&row=u1',
  );
  expect(screen.getByText('$0.0031')).toBeTruthy();
});

it('groups by and filters by month from the address', async () => {
  const { currentUrl } = open('/admin?tab=openai&month=2019-03', [{ ...row, key: 'none', label: 'none' }]);
  await screen.findByRole('row', { name: /No user/ });
  expect(lastQuery()).toEqual({ month: '2019-03' });
  expect(screen.getByText('March 2019')).toBeTruthy();
  await chooseOption('Group by', 'Book');
  await waitFor(() => expect(lastQuery()).toEqual({ month: '2019-03', by: 'book' }));
  await screen.findByRole('row', { name: /No book/ });
  await chooseOption('Group by', 'User');
  expect(currentUrl()).toBe('/admin?tab=openai&month=2019-03');
  await chooseOption('Month', 'February 2031');
  expect(currentUrl()).toBe('/admin?tab=openai');
});
