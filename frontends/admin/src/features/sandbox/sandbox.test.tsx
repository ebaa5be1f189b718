import { afterEach, expect, it } from '@jest/globals';
import { fakeApi, problemBody } from '@inkbear/web-kit/testing/fake-api.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { chooseOption } from '../../kit/testing/choose-option.ts';
import { renderConsole } from '../../kit/testing/render-console.tsx';
import { PaymentActions } from './payment-actions.tsx';
import { SandboxBanner } from './sandbox-banner.tsx';

let api: ReturnType<typeof fakeApi>;
const toasts = collectToasts();
afterEach(() => {
  cleanup();
  api.restore();
});
const config = (mode: string) => ({
  'GET /api/billing/config': {
    body: { mode, publishableKey: null, currency: 'gbp', prices: { pro_monthly: 1200, pro_oneoff: 2000 } },
  },
});
const open = (answers: Parameters<typeof fakeApi>[0], mode = 'sandbox') => {
  api = fakeApi({ ...config(mode), ...answers });
  renderConsole(
    <>
      <SandboxBanner />
      <PaymentActions paymentId="pay_1" isRefunded={false} />
    </>,
  );
};
const bodies = (path: string) =>
  api.requests.filter(({ route }) => route === `POST /api/billing/sandbox/${path}`).map(({ body }) => body);

it('is hidden when payments are real', async () => {
  open({}, 'stripe');
  await waitFor(() => expect(api.requests).toHaveLength(1));
  await act(
    () =>
      new Promise<void>((resolve) => {
        setTimeout(resolve, 20);
      }),
  );
  expect(screen.queryByText('Sandbox.')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull();
});

it('advances the clock by whole days', async () => {
  open({ 'POST /api/billing/sandbox/clock': { body: { now: '2026-02-03T00:00:00.000Z', offsetMs: 1 } } });
  await userEvent.click(await screen.findByRole('button', { name: 'Sandbox tools' }));
  const days = await screen.findByLabelText('Days');
  const move = screen.getByRole<HTMLButtonElement>('button', { name: 'Advance the clock' });
  await userEvent.type(days, '-3');
  expect(move.disabled).toBe(true);
  await userEvent.clear(days);
  await userEvent.type(days, '8');
  await userEvent.click(move);
  await waitFor(() => expect(toasts.at(-1)?.title).toBe('Clock Advanced'));
  expect(bodies('clock')).toEqual([{ advanceDays: 8 }]);
});

it('retries a lost request under the same idempotency key and uses a new one after a success', async () => {
  const answers: (Error | { body: unknown })[] = [
    new TypeError('Failed to fetch'),
    { body: { now: '2026-02-03T00:00:00.000Z', offsetMs: 1 } },
    { body: { now: '2026-02-03T00:00:00.000Z', offsetMs: 2 } },
  ];
  open({
    'POST /api/billing/sandbox/clock': () => {
      const answer = answers.shift();
      return answer instanceof Error || answer === undefined
        ? Promise.reject(answer ?? new Error('asked too often'))
        : answer;
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Sandbox tools' }));
  const days = await screen.findByLabelText('Days');
  const move = screen.getByRole('button', { name: 'Advance the clock' });
  await userEvent.type(days, '8');
  for (const title of ['Error', 'Clock Advanced']) {
    await userEvent.click(move);
    await waitFor(() => expect(toasts.at(-1)?.title).toBe(title));
  }
  await userEvent.type(days, '8');
  await userEvent.click(move);
  await waitFor(() => expect(bodies('clock')).toHaveLength(3));
  const keys = api.requests
    .filter(({ route }) => route.endsWith('/clock'))
    .map(({ headers }) => headers.get('idempotency-key'));
  expect([keys[0] === keys[1], keys[1] === keys[2], keys[0]]).toEqual([true, false, expect.any(String)]);
});

it('refunds and disputes by id and keeps the id after a refusal', async () => {
  open({
    'POST /api/billing/sandbox/refund': {
      status: 404,
      body: problemBody(404, 'billing.payment_not_found', 'Payment Not Found'),
    },
    'POST /api/billing/sandbox/dispute': { body: { message: 'Lost.', paymentId: 'pay_1', amount: 1200 } },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Sandbox tools' }));
  await chooseOption('Type of ID', 'Subscription (its latest payment)');
  await userEvent.type(screen.getByLabelText('ID'), ' sub_1 ');
  await userEvent.click(screen.getAllByRole('button', { name: 'Refund' }).at(-1) as HTMLElement);
  await screen.findByText('Payment Not Found');
  expect(bodies('refund')).toEqual([{ subscriptionId: 'sub_1' }]);
  await userEvent.click(screen.getByRole('button', { name: 'Simulate lost dispute' }));
  await waitFor(() => expect(toasts.at(-1)).toEqual({ title: 'Payment Disputed', description: 'Lost. £12.00' }));
});

it.each([
  ['refund', 'Refund', 'Refund payment', 'Payment Refunded'],
  ['dispute', 'Dispute', 'Dispute payment', 'Payment Disputed'],
])('sends a %s from the buttons of a payment only after a confirmation', async (path, button, confirm, title) => {
  open({ [`POST /api/billing/sandbox/${path}`]: { body: { message: 'Done.', paymentId: 'pay_1', amount: 1200 } } });
  await userEvent.click(await screen.findByRole('button', { name: button }));
  await screen.findByText(/This cannot be undone\./);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(bodies(path)).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: button }));
  await userEvent.click(await screen.findByRole('button', { name: confirm }));
  await waitFor(() => expect(toasts.at(-1)?.title).toBe(title));
  expect(bodies(path)).toEqual([{ paymentId: 'pay_1' }]);
});
