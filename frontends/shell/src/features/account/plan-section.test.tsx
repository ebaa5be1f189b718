import { afterEach, beforeAll, expect, it } from '@jest/globals';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { fakeApi, fakeUser, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { registerManifests } from '../../platform/remotes/manifests.ts';
import { PlanSection } from './components/plan-section.tsx';

let api: ReturnType<typeof fakeApi>;
beforeAll(() => registerManifests({ author: { pages: [], roles: { plan: '/dashboard?billing=plan' } } }));
afterEach(() => {
  cleanup();
  api.restore();
});

const at = '2026-12-21T12:00:00.000Z';
const free = {
  plan: 'free',
  isActive: false,
  source: 'none',
  planEndDate: null,
  subscription: null,
  canCancel: false,
  canOpenPortal: false,
  holds: [],
};
const purchase = (more: object) => ({
  id: 'p1',
  plan: 'pro_monthly',
  paidAt: at,
  amount: 1200,
  currency: 'gbp',
  refunded: 0,
  isDisputed: false,
  effect: null,
  ...more,
});
function open(answers: Parameters<typeof fakeApi>[0]) {
  api = fakeApi({
    'GET /api/user': { body: fakeUser },
    'GET /api/billing/subscription': { body: free },
    'GET /api/billing/purchases': { body: [] },
    ...answers,
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <PlanSection />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const items = () =>
  screen.getAllByRole('listitem').map((item) => [...item.children].map(({ textContent }) => textContent));

it('shows the plan with a link to its management, and that nothing was bought', async () => {
  open({});
  const link = await screen.findByRole('link', { name: 'Manage your plan' });
  expect(link.getAttribute('href')).toBe('/dashboard?billing=plan');
  await screen.findByText('You have not bought anything yet.');
});

it('shows what each purchase changed and what was paid back', async () => {
  const unchanged = { plan: 'pro_monthly', until: null };
  const effect = { plan: 'pro_oneoff', books: 1, accessFrom: null, accessUntil: at, unchanged };
  open({
    'GET /api/billing/purchases': {
      body: [
        purchase({ id: 'p5', plan: 'pro_oneoff', amount: 2000, effect }),
        purchase({ id: 'p4', refunded: 300 }),
        purchase({ id: 'p3', refunded: 1200 }),
        purchase({ id: 'p2', isDisputed: true }),
        purchase({ id: 'p1' }),
      ],
    },
  });
  await screen.findByRole('list', { name: 'Purchases' });
  const monthly = 'Pro Monthly · 21 December 2026 · £12';
  expect(items()).toEqual([
    [
      'Pro One-off · 21 December 2026 · £20',
      'It adds nothing: Pro Monthly includes everything in it for all of its 30 days.',
      'Your Pro Monthly plan stays as it is. It continues to renew.',
    ],
    [monthly, '£3 was refunded.'],
    [monthly, 'This payment was refunded in full, which ended the plan.'],
    [monthly, 'Your bank returned this payment, which ended the plan.'],
    [monthly],
  ]);
});

it('loads earlier purchases on request', async () => {
  open({
    'GET /api/billing/purchases': ({ query }) =>
      query.has('cursor')
        ? { body: [purchase({ id: 'p1', amount: 600 })] }
        : { body: [purchase({ id: 'p2' })], headers: { Link: '</api/billing/purchases?cursor=c>; rel="next"' } },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Show earlier purchases' }));
  await screen.findByText('Pro Monthly · 21 December 2026 · £6');
  expect(items()).toHaveLength(2);
  expect(screen.queryByRole('button')).toBeNull();
});

it('shows an error and a retry when the purchases fail to load', async () => {
  let isDown = true;
  open({
    'GET /api/billing/purchases': () =>
      isDown ? { status: 503, body: problemBody(503, 'server.unavailable', '') } : { body: [purchase({})] },
  });
  await screen.findByText(/^Your purchases could not be loaded/, {}, { timeout: 5000 });
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('list', { name: 'Purchases' });
});
