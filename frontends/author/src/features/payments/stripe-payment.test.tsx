import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createQueryClient } from '@inkbear/web-kit/query-client.ts';
import { collectToasts } from '@inkbear/web-kit/testing/collect-toasts.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import StripePayment from './components/stripe-payment.tsx';

// A fake of Stripe's script with the parts that the form uses.
const submit = jest.fn<() => Promise<{ error?: { type: string; message?: string } }>>();
const confirmPayment =
  jest.fn<
    (given: {
      confirmParams: { return_url: string };
      redirect: string;
    }) => Promise<{ error?: { message?: string; payment_intent?: { status: string } } }>
  >();
let options: { clientSecret?: string; appearance?: { theme: string } } = {};
let onReady: (() => void) | undefined;
const element = {
  on: (name: string, run: () => void) => {
    if (name === 'ready') onReady = run;
    return element;
  },
  off: () => element,
  mount: () => undefined,
  destroy: () => undefined,
  update: () => undefined,
};
const fakeStripe = Object.assign(
  () => ({
    elements: (given: typeof options) => {
      options = given;
      return { create: () => element, getElement: () => null, submit, update: () => undefined };
    },
    confirmPayment,
    createToken: () => undefined,
    createPaymentMethod: () => undefined,
    confirmCardPayment: () => undefined,
    registerAppInfo: () => undefined,
    _registerWrapper: () => undefined,
  }),
  { version: 'endive' },
);

const toasts = collectToasts();
const onPaid = jest.fn(() => Promise.resolve());
beforeEach(() => {
  jest.useFakeTimers();
  onReady = undefined;
  onPaid.mockClear();
  submit.mockReset().mockResolvedValue({});
  confirmPayment.mockReset().mockResolvedValue({});
  window.matchMedia = () =>
    ({
      matches: false,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }) as unknown as MediaQueryList;
  Object.assign(window, { Stripe: fakeStripe });
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});
async function open() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <StripePayment
        plan="pro_monthly"
        publishableKey="pk_test_1"
        clientSecret="pi_1_secret_2"
        total={1200}
        isBusy={false}
        onPaid={onPaid}
      />
    </QueryClientProvider>,
  );
  await act(() => jest.advanceTimersByTimeAsync(10));
}
const pay = async () => {
  fireEvent.submit(screen.getByRole('form', { name: 'Card payment' }));
  await act(() => jest.advanceTimersByTimeAsync(10));
};

// Must be the first test: a loaded script stays for the life of the page.
it('shows “not ready” and charges nothing when the script fails to load', async () => {
  Object.assign(window, { Stripe: undefined });
  await open();
  await act(() => jest.advanceTimersByTimeAsync(3000));
  await pay();
  expect(toasts[0]).toMatchObject({ title: 'Payment system not ready...', tone: 'destructive' });
  const fail = () =>
    act(async () => {
      document.querySelector('script[src^="https://js.stripe.com"]')?.dispatchEvent(new Event('error'));
      await jest.advanceTimersByTimeAsync(10);
    });
  await fail();
  await fail();
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Payment system not ready...' })).toBeDefined());
  expect(screen.getByText(/You were not charged\./)).toBeDefined();
});

describe('StripePayment', () => {
  it('is ready after the ready event', async () => {
    await open();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Loading…' }).disabled).toBe(true);
    expect(options).toMatchObject({ clientSecret: 'pi_1_secret_2', appearance: { theme: 'flat' } });
    await act(async () => onReady?.());
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Pay £12' }).disabled).toBe(false);
  });

  it('counts as ready after three seconds without an event', async () => {
    await open();
    await act(() => jest.advanceTimersByTimeAsync(2900));
    expect(screen.queryByRole('button', { name: 'Pay £12' })).toBeNull();
    await act(() => jest.advanceTimersByTimeAsync(100));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Pay £12' }).disabled).toBe(false);
  });

  it('confirms on the page, or with the dashboard as return URL', async () => {
    await open();
    await pay();
    expect(confirmPayment.mock.calls[0]?.[0]).toMatchObject({
      confirmParams: { return_url: 'http://localhost/dashboard?paid=pro_monthly' },
      redirect: 'if_required',
    });
    expect(onPaid).toHaveBeenCalledTimes(1);
    expect(toasts).toEqual([]);
  });

  it.each([
    [
      { submitted: { error: { type: 'validation_error', message: 'Your card number is incomplete.' } } },
      { title: 'Please complete all payment fields.', tone: 'destructive' },
    ],
    [
      { confirmed: { error: { message: 'Your card was declined.' } } },
      { title: 'Payment failed', description: 'Your card was declined.', tone: 'destructive' },
    ],
    [{ confirmed: { error: {} } }, { title: 'Payment failed', description: 'Please try again.', tone: 'destructive' }],
  ] as [{ submitted?: object; confirmed?: object }, object][])(
    'shows %j as %j',
    async ({ submitted, confirmed }, toast) => {
      if (submitted) submit.mockResolvedValue(submitted);
      if (confirmed) confirmPayment.mockResolvedValue(confirmed);
      await open();
      await pay();
      expect(toasts).toEqual([toast]);
      expect(onPaid).not.toHaveBeenCalled();
    },
  );

  it('can be retried after an exception, with nothing charged', async () => {
    confirmPayment.mockRejectedValue(new TypeError('Failed to fetch'));
    await open();
    await pay();
    expect(toasts).toEqual([{ title: 'Payment failed', description: 'Please try again.', tone: 'destructive' }]);
  });

  it('ignores a double click', async () => {
    await open();
    const form = screen.getByRole('form', { name: 'Card payment' });
    act(() => {
      fireEvent.submit(form);
      fireEvent.submit(form);
    });
    await act(() => jest.advanceTimersByTimeAsync(10));
    expect(confirmPayment).toHaveBeenCalledTimes(1);
  });

  it('recognises a payment that was made in another tab', async () => {
    confirmPayment.mockResolvedValue({
      error: { message: 'This PaymentIntent has already succeeded.', payment_intent: { status: 'succeeded' } },
    });
    await open();
    await pay();
    expect(onPaid).toHaveBeenCalledTimes(1);
  });
});
