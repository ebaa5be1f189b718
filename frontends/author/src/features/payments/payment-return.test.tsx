import { afterEach, expect, it } from '@jest/globals';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { fakeApi } from '@inkbear/web-kit/testing/fake-api.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, waitFor } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { usePaymentReturn } from './hooks/use-payment-return.ts';

const toasts = collectToasts();
let api: ReturnType<typeof fakeApi>;
afterEach(() => {
  cleanup();
  api.restore();
});

function Dashboard() {
  usePaymentReturn();
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}
async function returnWithQuery(search: string) {
  api = fakeApi({
    'GET /api/user/plan-status': { body: { plan: 'pro_oneoff', isActive: true, planEndDate: null, exportUntil: null } },
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[`/dashboard${search}`]}>
        <Dashboard />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await waitFor(() => expect(document.querySelector('output')?.textContent).toBe('/dashboard'));
}

it('confirms a successful bank redirect once the plan has arrived', async () => {
  await returnWithQuery(
    '?paid=pro_oneoff&payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=succeeded',
  );
  await waitFor(() =>
    expect(toasts).toMatchObject([
      { title: 'Payment Successful', description: expect.stringMatching(/^Pro One-off is active for 30 days/) },
    ]),
  );
});

it('asks to try again after a failed bank redirect', async () => {
  await returnWithQuery('?paid=pro_monthly&redirect_status=failed');
  expect(toasts).toEqual([{ title: 'Payment failed', description: 'Please try again.', tone: 'destructive' }]);
  expect(api.requests).toEqual([]);
});

it('ignores a URL without the provider’s parameters', async () => {
  await returnWithQuery('?paid=pro_monthly');
  await new Promise((resolve) => {
    setTimeout(resolve, 50);
  });
  expect([toasts, api.requests]).toEqual([[], []]);
});
