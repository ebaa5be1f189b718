import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { fakeApi, fakeUser, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { useOpenPortal } from './plan.api.ts';
import { DeclinedNotice } from './components/declined-notice.tsx';
import { PlanDialog } from './components/plan-dialog.tsx';

const at = '2026-12-21T12:00:00.000Z';
const running = {
  status: 'active',
  amount: 1200,
  currency: 'gbp',
  renewsAt: at,
  cancelAtPeriodEnd: false,
  endsAt: null,
  graceUntil: null,
};
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
const monthly = {
  ...free,
  plan: 'pro_monthly',
  isActive: true,
  source: 'paid',
  planEndDate: at,
  subscription: running,
  canCancel: true,
  canOpenPortal: true,
  holds: ['pro_monthly'],
};
const cancelled = {
  ...monthly,
  canCancel: false,
  subscription: { ...running, renewsAt: null, cancelAtPeriodEnd: true, endsAt: at },
};

const toasts = collectToasts();
let api: ReturnType<typeof fakeApi>;
afterEach(() => {
  cleanup();
  api.restore();
});
const CurrentPath = () => {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
};
function open(address: string, card: unknown, answers: Parameters<typeof fakeApi>[0] = {}, more = <PlanDialog />) {
  api = fakeApi({
    'GET /api/user': { body: { ...fakeUser, referralCredits: 2 } },
    'GET /api/billing/subscription': typeof card === 'function' ? () => ({ body: card() as unknown }) : { body: card },
    'GET /api/billing/config': {
      body: { mode: 'sandbox', publishableKey: null, currency: 'gbp', prices: { pro_monthly: 1200, pro_oneoff: 2000 } },
    },
    ...answers,
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[address]}>
        <CurrentPath />
        {more}
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const countRequests = (route: string) => api.requests.filter((request) => request.route === route).length;
const address = () => document.querySelector('output')?.textContent;

describe('PlanDialog', () => {
  it('cancels after a confirmation, shows the end date and refetches', async () => {
    let card = monthly as typeof monthly | typeof cancelled;
    open('/dashboard?billing=plan', () => card, {
      'POST /api/billing/cancel': () => {
        card = cancelled;
        return { body: { message: '', endsAt: at } };
      },
    });
    await screen.findByText('Renews on 21 December 2026 for £12.');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel plan' }));
    expect(screen.getByRole('group').textContent).toContain('You keep it until 21 December 2026.');
    await userEvent.click(screen.getByRole('button', { name: 'Keep it' }));
    expect(countRequests('POST /api/billing/cancel')).toBe(0);
    await userEvent.click(screen.getByRole('button', { name: 'Cancel plan' }));
    await userEvent.click(screen.getByRole('button', { name: 'Yes, cancel it' }));
    await screen.findByText(
      'Cancelled. You keep everything in Pro until 21 December 2026; there are no further payments.',
    );
    expect(toasts).toEqual([
      { title: 'Plan cancelled', description: 'You keep everything in Pro until 21 December 2026.' },
    ]);
    expect(screen.queryByRole('button', { name: 'Cancel plan' })).toBeNull();
    expect(countRequests('GET /api/user')).toBe(2);
  });

  it('resumes a cancelled plan, shows its renewal, and refetches', async () => {
    let card: typeof monthly | typeof cancelled = cancelled;
    open('/dashboard?billing=plan', () => card, {
      'POST /api/billing/resume': () => {
        card = monthly;
        return { body: monthly };
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Resume for £12 a month' }));
    await screen.findByText('Renews on 21 December 2026 for £12.');
    expect(toasts).toEqual([{ title: 'Plan resumed', description: 'Renews on 21 December 2026 for £12.' }]);
    expect(screen.queryByRole('button', { name: /^Resume/ })).toBeNull();
    expect(screen.getByRole('button', { name: 'Cancel plan' })).toBeDefined();
    expect(countRequests('GET /api/user')).toBe(2);
  });

  it('shows why a plan was not resumed, and the plan as it is now', async () => {
    let card: typeof cancelled | typeof free = cancelled;
    open('/dashboard?billing=plan', () => card, {
      'POST /api/billing/resume': () => {
        card = free;
        return {
          status: 409,
          body: problemBody(409, 'billing.no_subscription', 'There is no cancelled subscription that still runs.'),
        };
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Resume for £12 a month' }));
    await waitFor(() =>
      expect(toasts).toEqual([
        {
          title: 'Not resumed',
          description: 'There is no cancelled subscription that still runs.',
          tone: 'destructive',
        },
      ]),
    );
    await screen.findByRole('link', { name: 'See plans' });
  });

  it('shows the reason when cancelling fails', async () => {
    open('/dashboard?billing=plan', monthly, {
      'POST /api/billing/cancel': {
        status: 502,
        body: problemBody(502, 'billing.provider_failed', 'The payment provider did not answer. You were not charged.'),
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel plan' }));
    await userEvent.click(screen.getByRole('button', { name: 'Yes, cancel it' }));
    await waitFor(() =>
      expect(toasts).toMatchObject([
        {
          title: 'Not cancelled',
          description: 'The payment provider did not answer. You were not charged.',
          tone: 'destructive',
        },
      ]),
    );
  });

  it('opens our stand-in page for the sandbox portal', async () => {
    open('/dashboard?billing=plan', monthly, {
      'POST /api/billing/portal': { body: { url: 'http://localhost/dashboard?billing=portal' } },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Manage payment' }));
    await waitFor(() => expect(address()).toBe('/dashboard?billing=portal'));
    await screen.findByText('Sandbox: no money moves here.');
    expect(screen.queryByRole('button', { name: 'Manage payment' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(address()).toBe('/dashboard'));
  });

  it('opens the provider’s portal', async () => {
    const leave = jest.fn();
    function Portal() {
      const portal = useOpenPortal(leave);
      return (
        <button type="button" onClick={() => portal.mutate()}>
          go
        </button>
      );
    }
    open(
      '/dashboard',
      monthly,
      { 'POST /api/billing/portal': { body: { url: 'https://billing.stripe.com/p/session/1' } } },
      <Portal />,
    );
    await userEvent.click(screen.getByRole('button', { name: 'go' }));
    await waitFor(() => expect(leave).toHaveBeenCalledWith('https://billing.stripe.com/p/session/1'));
  });

  it('redeems a code with an idempotency key and shows refusals beside the field', async () => {
    let tries = 0;
    open('/dashboard?billing=plan', free, {
      'POST /api/promo-codes/redeem': () =>
        (tries += 1) === 1
          ? { status: 409, body: problemBody(409, 'billing.promo_expired', 'This promo code has expired.') }
          : { body: { message: 'You got 3 book credits.', credits: 3 } },
    });
    await screen.findByText('One book without AI writing, plus 5 AI titles, quizzes or outlines a month.');
    expect(screen.getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe('/pricing');
    expect(screen.getByRole('heading', { name: 'Book credits: 2' })).toBeDefined();
    await userEvent.type(screen.getByRole('textbox', { name: 'Promo code' }), 'GIFT');
    await userEvent.click(screen.getByRole('button', { name: 'Redeem' }));
    await screen.findByText('This promo code has expired.');
    await userEvent.click(screen.getByRole('button', { name: 'Redeem' }));
    await waitFor(() =>
      expect(toasts.at(-1)).toEqual({ title: 'Promo code redeemed', description: 'You got 3 book credits.' }),
    );
    await waitFor(() => expect(countRequests('GET /api/user')).toBe(2));
    const keys = api.requests
      .filter(({ route }) => route === 'POST /api/promo-codes/redeem')
      .map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(2);
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Promo code' }).value).toBe('');
  });

  it('shows an error and a retry when the plan fails to load', async () => {
    let isDown = true;
    open('/dashboard?billing=plan', free, {
      'GET /api/billing/subscription': () =>
        isDown ? { status: 503, body: problemBody(503, 'server.unavailable', '') } : { body: free },
    });
    await screen.findByText('Your plan could not be loaded.');
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('link', { name: 'See plans' });
  });
});

it('shows a declined renewal on the dashboard, but no notice for an active plan', async () => {
  open(
    '/dashboard',
    { ...monthly, subscription: { ...running, status: 'past_due', renewsAt: null, graceUntil: at } },
    {},
    <DeclinedNotice />,
  );
  await screen.findByText('Your card was declined. You keep access until 21 December 2026.');
  cleanup();
  api.restore();
  open('/dashboard', monthly, {}, <DeclinedNotice />);
  await waitFor(() => expect(countRequests('GET /api/billing/subscription')).toBe(1));
  expect(screen.queryByRole('link', { name: 'Your plan' })).toBeNull();
});
