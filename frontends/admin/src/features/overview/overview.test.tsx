import { afterEach, expect, it, jest } from '@jest/globals';
import { fakeApi, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderConsole } from '../../kit/testing/render-console.tsx';
import { monthsCsv } from './components/month-table.tsx';
import { Overview } from './components/overview.tsx';
import { figures } from './figures.ts';

let api: ReturnType<typeof fakeApi>;
afterEach(() => {
  cleanup();
  api.restore();
});
const now = {
  totalUsers: 1284,
  newUsersThisMonth: 96,
  activeProPlans: 3,
  monthlyRevenue: 44.5,
  totalBooks: 22,
  booksThisMonth: 8,
  totalCostThisMonth: 1.2345,
  totalTokensUsed: 48_231_904,
  totalRequestsThisMonth: 90,
  totalReferrals: 14,
  pendingCredits: 2,
  creditsPaid: 12,
};
const months = Array.from({ length: 12 }, (_, at) => ({
  ...now,
  monthlyRevenue: at,
  month: `2026-${String(at + 1).padStart(2, '0')}`,
}));

it('shows twelve figures with their units and charts the selected one', async () => {
  api = fakeApi({ 'GET /api/admin/analytics': { body: now }, 'GET /api/admin/analytics/history': { body: months } });
  const { currentUrl } = renderConsole(<Overview />);
  expect(await screen.findByRole('button', { name: /Revenue this month £44.50/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: /AI cost this month \$1.23/ })).toBeTruthy();
  expect(within(screen.getByRole('list', { name: 'Figures' })).getAllByRole('button')).toHaveLength(12);
  for (const { name, title } of figures) {
    await userEvent.click(screen.getByRole('button', { name: new RegExp(`^${title} ?[£$\\d]`) }));
    expect(currentUrl()).toBe(`/admin?figure=${name}`);
    expect(screen.getByRole('img', { name: new RegExp(`^${title}, twelve months`) })).toBeTruthy();
  }
});

it('shows the months as a table', async () => {
  api = fakeApi({ 'GET /api/admin/analytics': { body: now }, 'GET /api/admin/analytics/history': { body: months } });
  const { currentUrl } = renderConsole(<Overview />, '/admin?figure=monthlyRevenue');
  await screen.findByRole('img', {
    name: 'Revenue this month, twelve months: £0.00 in January 2026, £11.00 in December 2026',
  });
  await userEvent.click(screen.getByLabelText('Table'));
  expect(currentUrl()).toBe('/admin?figure=monthlyRevenue&as=table');
  expect(
    screen
      .getAllByRole('row')
      .map((row) => row.textContent)
      .slice(1, 3),
  ).toEqual(['December 2026£11.00', 'November 2026£10.00']);
});

it('exports all figures of the months as CSV', async () => {
  api = fakeApi({ 'GET /api/admin/analytics': { body: now }, 'GET /api/admin/analytics/history': { body: months } });
  URL.createObjectURL = () => 'blob:x';
  const names: string[] = [];
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function press(
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  renderConsole(<Overview />, '/admin?as=table');
  await userEvent.click(await screen.findByRole('button', { name: 'Export CSV' }));
  click.mockRestore();
  expect(names).toEqual(['inkbear-figures-2026-12.csv']);
  const lines = monthsCsv(months)
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
  expect(lines.map(({ length }) => length)).toEqual(Array(13).fill(13));
  expect(lines[1]?.slice(0, 5)).toEqual(['2026-01', '1284', '96', '3', '0']);
});

it('shows why the figures failed to load and loads them on retry', async () => {
  let isUp = false;
  api = fakeApi({
    'GET /api/admin/analytics': () =>
      isUp
        ? { body: now }
        : { status: 403, body: problemBody(403, 'auth.role_required', 'You do not have access to this.') },
    'GET /api/admin/analytics/history': { body: months },
  });
  renderConsole(<Overview />);
  expect((await screen.findByRole('alert')).textContent).toContain('You do not have access to this.');
  isUp = true;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.getByText('1,284')).toBeTruthy());
});
