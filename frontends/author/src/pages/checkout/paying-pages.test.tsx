import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { fakeApi, fakeUser, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation, useRoutes } from 'react-router-dom';
import CheckoutPage from './checkout-page.tsx';
import SubscribePage from '../subscribe/subscribe-page.tsx';

const toasts = collectToasts();
let api: ReturnType<typeof fakeApi>;
afterEach(() => {
  cleanup();
  api.restore();
  jest.useRealTimers();
});

const sandbox = {
  body: { mode: 'sandbox', publishableKey: null, currency: 'gbp', prices: { pro_monthly: 1200, pro_oneoff: 2000 } },
};
const at = '2026-12-21T12:00:00.000Z';
const startedPayment = (more: object = {}) => ({
  body: { clientSecret: 'secret', subscriptionId: 's1', paymentId: 'p1', total: 1200, discount: 0, ...more },
});
const plan = (name: string) => ({
  body: { plan: name, isActive: name !== 'free', planEndDate: null, exportUntil: null },
});
const card = (...holds: string[]) => ({
  body: {
    plan: 'free',
    isActive: false,
    source: 'none',
    planEndDate: null,
    subscription: null,
    canCancel: false,
    canOpenPortal: false,
    holds,
  },
});
const monthlyAlone = { plan: 'pro_monthly', books: 2, accessFrom: at, accessUntil: null, unchanged: null };
const oneOffBesideMonthly = {
  plan: 'pro_oneoff',
  books: 1,
  accessFrom: null,
  accessUntil: at,
  unchanged: { plan: 'pro_monthly', until: null },
};
const refused = (code: string, message: string, status = 409) => ({ status, body: problemBody(status, code, message) });

const CurrentPath = () => {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
};
const Pages = () =>
  useRoutes([
    { path: '/subscribe', element: <SubscribePage /> },
    { path: '/checkout', element: <CheckoutPage /> },
    { path: '*', element: null },
  ]);
let client: QueryClient;
function open(
  address: string,
  answers: Parameters<typeof fakeApi>[0] = {},
  before: (client: QueryClient) => void = () => undefined,
) {
  client = createQueryClient();
  before(client);
  api = fakeApi({
    'GET /api/user': { body: fakeUser },
    'GET /api/user/plan-status': plan('pro_monthly'),
    'GET /api/billing/config': sandbox,
    'GET /api/billing/subscription': card(),
    'GET /api/billing/purchases/preview': { body: monthlyAlone },
    'POST /api/create-subscription': startedPayment(),
    'POST /api/create-payment-intent': startedPayment({ total: 2000 }),
    ...answers,
  });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[address]}>
        <CurrentPath />
        <Pages />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const requestsTo = (route: string) => api.requests.filter((request) => request.route === route);
const useCard = async (number: string, label = /^Pay £/) => {
  await userEvent.click(await screen.findByRole('button', { name: number }));
  await userEvent.click(screen.getByRole('button', { name: label }));
};
const total = () => screen.getByText('To pay now').nextElementSibling?.textContent;
const address = () => document.querySelector('output')?.textContent;

describe('sandbox payment', () => {
  it('shows benefits and price, and that no money moves', async () => {
    open('/subscribe');
    await screen.findByRole('button', { name: 'Pay £12' });
    expect(screen.getByRole('note').textContent).toMatch(/^Sandbox: no money moves here\./);
    expect(total()).toBe('£12');
    expect(screen.getByText('Then £12 each month until you cancel.')).toBeDefined();
    for (const number of [
      '4242 4242 4242 4242',
      '4000 0000 0000 0002',
      '4000 0025 0000 3155',
      '4000 0000 0000 0341',
      '5555 5555 5555 4444',
    ])
      expect(screen.getByRole('button', { name: number })).toBeDefined();
    cleanup();
    api.restore();
    open('/checkout');
    await screen.findByRole('button', { name: 'Pay £20' });
    expect(screen.getByText('It does not renew automatically.')).toBeDefined();
    expect(requestsTo('POST /api/create-payment-intent')[0]?.body).toEqual({ amount: 2000 });
  });

  it('pays, waits for the plan, shows what is unlocked and opens the dashboard', async () => {
    let statusRequests = 0;
    open('/subscribe', {
      'POST /api/billing/sandbox/confirm': { body: { status: 'succeeded', message: 'Payment Successful' } },
      'GET /api/user/plan-status': () => plan((statusRequests += 1) < 3 ? 'free' : 'pro_monthly'),
    });
    await useCard('4242 4242 4242 4242');
    await screen.findByText('Your plan is being activated. This takes a moment.');
    expect(toasts).toEqual([]);
    await waitFor(() => expect(address()).toBe('/dashboard'));
    expect(toasts).toEqual([
      {
        title: 'Payment Successful',
        description: 'Pro Monthly is active: AI writing tools, Personal Stories and PDF export.',
      },
    ]);
    expect(requestsTo('POST /api/create-subscription')).toHaveLength(1);
    expect(requestsTo('POST /api/billing/sandbox/confirm').map(({ body }) => body)).toEqual([
      { clientSecret: 'secret', cardNumber: '4242 4242 4242 4242' },
    ]);
  });

  it('does not claim that a plan is active when it has not arrived after 20 seconds', async () => {
    open('/checkout', {
      'POST /api/billing/sandbox/confirm': { body: { status: 'succeeded', message: '' } },
      'GET /api/user/plan-status': plan('free'),
    });
    await screen.findByRole('button', { name: 'Pay £20' });
    jest.useFakeTimers();
    fireEvent.click(screen.getByRole('button', { name: '4242 4242 4242 4242' }));
    fireEvent.click(screen.getByRole('button', { name: 'Pay £20' }));
    await act(() => jest.advanceTimersByTimeAsync(19_000));
    expect(toasts).toEqual([]);
    await act(() => jest.advanceTimersByTimeAsync(3000));
    expect(toasts).toMatchObject([
      {
        title: 'Payment Successful',
        description: 'Your plan is not active yet. Reload this page in a minute; you will not be charged again.',
      },
    ]);
    expect(address()).toBe('/dashboard');
    expect(requestsTo('GET /api/user/plan-status').length).toBeGreaterThanOrEqual(38);
  });

  it.each([
    ['Your card was declined.', 'Your card was declined.'],
    ['', 'Please try again.'],
  ])('shows why a card was declined (%j), and lets another be tried', async (message, text) => {
    open('/subscribe', { 'POST /api/billing/sandbox/confirm': { body: { status: 'declined', message } } });
    await useCard('4000 0000 0000 0002');
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
    expect(toasts).toEqual([{ title: 'Payment failed', description: text, tone: 'destructive' }]);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Pay £12' }).disabled).toBe(false);
  });

  it('asks for consent and charges nothing without it', async () => {
    open('/subscribe', {
      'POST /api/billing/sandbox/confirm': ({ body }) => ({
        body: {
          status: (body as { authenticated?: boolean }).authenticated ? 'succeeded' : 'requires_action',
          message: '',
        },
      }),
    });
    await useCard('4000 0025 0000 3155');
    await userEvent.click(await screen.findByRole('button', { name: 'Decline' }));
    expect(toasts.at(-1)?.description).toBe('You did not confirm this payment, so nothing was charged.');
    await useCard('4000 0025 0000 3155');
    await userEvent.click(await screen.findByRole('button', { name: 'Confirm payment' }));
    await waitFor(() => expect(address()).toBe('/dashboard'));
    expect(
      requestsTo('POST /api/billing/sandbox/confirm').map(
        ({ body }) => (body as { authenticated?: boolean }).authenticated ?? false,
      ),
    ).toEqual([false, false, true]);
  });

  it('shows the first missing field', async () => {
    open('/subscribe');
    await userEvent.click(await screen.findByRole('button', { name: 'Pay £12' }));
    expect(screen.getByText('Please complete all payment fields.')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByLabelText('Card number'));
    expect(toasts).toEqual([{ title: 'Please complete all payment fields.', tone: 'destructive' }]);
    expect(requestsTo('POST /api/billing/sandbox/confirm')).toHaveLength(0);
  });

  it('starts a new payment when another tab has changed the price, without paying meanwhile', async () => {
    open('/subscribe', {
      'POST /api/billing/sandbox/confirm': refused('billing.payment_not_found', 'Payment Not Found', 404),
    });
    await useCard('4242 4242 4242 4242');
    await screen.findByText('The price was changed in another tab. Please look at the total and pay again.');
    await waitFor(() => expect(requestsTo('POST /api/create-subscription')).toHaveLength(2));
    const [first, second] = requestsTo('POST /api/create-subscription').map(({ headers }) =>
      headers.get('idempotency-key'),
    );
    expect(first).not.toBe(second);
  });
});

describe('the preview of a purchase', () => {
  it('says what the purchase adds and what it leaves as it is', async () => {
    open('/checkout', { 'GET /api/billing/purchases/preview': { body: oneOffBesideMonthly } });
    const preview = await screen.findByRole('region', { name: 'What this changes' });
    expect([...preview.children].map(({ textContent }) => textContent)).toEqual([
      'It adds nothing: Pro Monthly includes everything in it for all of its 30 days.',
      'Your Pro Monthly plan stays as it is. It continues to renew.',
    ]);
    expect(requestsTo('GET /api/billing/purchases/preview')).toHaveLength(1);
  });

  it('can be loaded again after a failure, while the payment stays possible', async () => {
    let isDown = true;
    open('/subscribe', {
      'GET /api/billing/purchases/preview': () =>
        isDown ? refused('server.unavailable', 'busy', 503) : { body: monthlyAlone },
    });
    await screen.findByRole('button', { name: 'Pay £12' });
    await screen.findByText(/^We could not check what this purchase adds/, {}, { timeout: 5000 });
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('2 books in each month, and everything in Pro until you cancel.');
  });

  it('does not claim after the payment that a one-off is active beside Pro Monthly', async () => {
    open('/checkout', {
      'GET /api/billing/purchases/preview': { body: oneOffBesideMonthly },
      'POST /api/billing/sandbox/confirm': { body: { status: 'succeeded', message: 'Payment Successful' } },
    });
    await useCard('4242 4242 4242 4242');
    await waitFor(() =>
      expect(toasts).toMatchObject([
        {
          title: 'Payment Successful',
          description:
            'Pro One-off is paid. Pro Monthly stays your plan; your account page shows what the purchase changed.',
        },
      ]),
    );
  });
});

describe('starting a payment', () => {
  it('asks to try again after a failure, and retries with the same key', async () => {
    let tries = 0;
    open('/subscribe', {
      'POST /api/create-subscription': () =>
        (tries += 1) <= 2
          ? refused('billing.provider_failed', 'The payment provider did not answer. You were not charged.', 502)
          : startedPayment(),
    });
    await screen.findByRole('heading', { name: 'Failed to initialize payment. Please try again.' });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('button', { name: 'Pay £12' });
    expect(
      new Set(requestsTo('POST /api/create-subscription').map(({ headers }) => headers.get('idempotency-key'))).size,
    ).toBe(1);
  });

  it.each(['subscribe', 'checkout'])('is not requested when the plan is active already (%s)', async (page) => {
    open(`/${page}`, { 'GET /api/billing/subscription': card('pro_monthly', 'pro_oneoff') });
    await screen.findByText('You already have this plan.');
    expect([
      requestsTo('POST /api/create-subscription').length,
      requestsTo('POST /api/create-payment-intent').length,
    ]).toEqual([0, 0]);
    expect(screen.queryByText('To pay now')).toBeNull();
  });

  it('continues once started, even if the plan status changes', async () => {
    let holds: string[] = [];
    open('/subscribe', { 'GET /api/billing/subscription': () => card(...holds) });
    await screen.findByRole('button', { name: 'Pay £12' });
    holds = ['pro_monthly'];
    await act(() => client.invalidateQueries({ queryKey: ['api'] }));
    await waitFor(() => expect(requestsTo('GET /api/billing/subscription')).toHaveLength(2));
    expect([screen.queryByText('Nothing to pay'), screen.getByRole('button', { name: 'Pay £12' })]).toEqual([
      null,
      expect.anything(),
    ]);
  });

  it('is requested when the plan in the cache has ended', async () => {
    open('/subscribe', {}, (known) => known.setQueryData(['api', 'billing', 'subscription'], card('pro_monthly').body));
    await screen.findByRole('button', { name: 'Pay £12' });
    expect(requestsTo('GET /api/billing/subscription')).toHaveLength(1);
  });

  it.each([
    ['is not cached', undefined],
    ['another plan is cached', card('pro_oneoff').body],
  ])('is requested although the subscription cannot be loaded and %s', async (_case, seen) => {
    open(
      '/checkout',
      { 'GET /api/billing/subscription': refused('server.unavailable', 'busy', 503) },
      (known) => seen && known.setQueryData(['api', 'billing', 'subscription'], seen),
    );
    await screen.findByRole('button', { name: 'Pay £20' });
  });

  it('shows that the plan was bought in another tab, and links to the dashboard', async () => {
    open('/subscribe', {
      'POST /api/create-subscription': refused('billing.already_active', 'You already have this plan.'),
    });
    await screen.findByText('You already have this plan.');
    expect(screen.getByRole('link', { name: 'Go to the dashboard' }).getAttribute('href')).toBe('/dashboard');
    expect(screen.queryByRole('textbox', { name: /Promo code/ })).toBeNull();
  });

  it('waits and retries while another tab is starting it', async () => {
    let tries = 0;
    open('/subscribe', {
      'POST /api/create-subscription': () =>
        (tries += 1) === 1
          ? refused('request.in_progress', 'A payment of yours is still being worked on.')
          : startedPayment(),
    });
    await screen.findByRole('button', { name: 'Pay £12' });
  });

  it('is not ready without a publishable key', async () => {
    open('/subscribe', { 'GET /api/billing/config': { body: { ...sandbox.body, mode: 'stripe' } } });
    await screen.findByRole('heading', { name: 'Payment system not ready...' });
  });
});

describe('promo code', () => {
  const type = async (code: string) => {
    await userEvent.type(await screen.findByRole('textbox', { name: /Promo code/ }), code);
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
  };
  const withHalf = {
    'POST /api/promo-codes/check': { body: { discount: 600, total: 600 } },
    'POST /api/create-subscription': ({ body }: { body: unknown }) =>
      startedPayment((body as { promoCode?: string }).promoCode === undefined ? {} : { total: 600, discount: 600 }),
  };

  it('shows as a line, can be removed, and each price is a separate payment', async () => {
    open('/subscribe', withHalf);
    await screen.findByRole('button', { name: 'Pay £12' });
    await type(' spring ');
    await screen.findByRole('button', { name: 'Pay £6' });
    expect(screen.getByText(/^Promo code SPRING/).nextElementSibling?.textContent).toBe('−£6');
    await waitFor(() => expect([total(), address()]).toEqual(['£6', '/subscribe?code=SPRING']));
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
    await screen.findByRole('button', { name: 'Pay £12' });
    await waitFor(() => expect(address()).toBe('/subscribe'));
    const payments = requestsTo('POST /api/create-subscription');
    expect(payments.map(({ body }) => body)).toEqual([{}, { promoCode: 'SPRING' }, {}]);
    expect(new Set(payments.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(3);
  });

  it('survives a reload through the URL', async () => {
    open('/subscribe?code=SPRING', withHalf);
    await screen.findByRole('button', { name: 'Pay £6' });
    expect(requestsTo('POST /api/create-subscription').map(({ body }) => body)).toEqual([{ promoCode: 'SPRING' }]);
  });

  it('shows an expired code beside its field and asks for the full price', async () => {
    open('/subscribe?code=GONE', {
      'POST /api/create-subscription': ({ body }) =>
        (body as { promoCode?: string }).promoCode === undefined
          ? startedPayment()
          : refused('billing.promo_used_up', 'This promo code has been used up.'),
    });
    await screen.findByText('This promo code has been used up.');
    await screen.findByRole('button', { name: 'Pay £12' });
    await waitFor(() => expect([address(), screen.queryByText(/Failed to initialize/)]).toEqual(['/subscribe', null]));
  });

  it.each([
    ['billing.promo_not_found', 'This promo code does not exist.', 404],
    ['billing.promo_expired', 'This promo code has expired.', 409],
    ['billing.promo_already_used', 'You have already used this promo code.', 409],
  ] as const)('shows the refusal %s beside the field and keeps the price', async (code, message, status) => {
    open('/subscribe', { 'POST /api/promo-codes/check': refused(code, message, status) });
    await type('NOPE');
    await screen.findByText(message);
    expect(screen.getByRole('textbox', { name: /Promo code/ }).getAttribute('aria-invalid')).toBe('true');
    expect([
      total(),
      requestsTo('POST /api/create-subscription').length,
      screen.queryByRole('button', { name: /Redeem/ }),
    ]).toEqual(['£12', 1, null]);
  });

  it('shows the server’s message for a credits code and offers to redeem it', async () => {
    const text = 'This promo code gives book credits. Please redeem it on your account.';
    open('/subscribe', {
      'POST /api/promo-codes/check': refused('billing.promo_wrong_kind', text),
      'POST /api/promo-codes/redeem': { body: { message: 'You got 2 book credits.', credits: 2 } },
    });
    await type('GIFT');
    await screen.findByText(text);
    await userEvent.click(screen.getByRole('button', { name: 'Redeem it for book credits now' }));
    await waitFor(() =>
      expect(toasts).toEqual([{ title: 'Promo code redeemed', description: 'You got 2 book credits.' }]),
    );
    expect(requestsTo('POST /api/promo-codes/redeem')[0]?.body).toEqual({ code: 'GIFT' });
    expect(within(screen.getByRole('form', { name: 'Promo code' })).queryByText(text)).toBeNull();
  });
});
