import { getPlanStatus } from '@inkbear/contracts/auth/account';
import {
  confirmSandboxPayment,
  createPaymentIntent,
  createSubscription,
  oneOffAmount,
} from '@inkbear/contracts/billing/billing';
import { call } from '@inkbear/web-kit/api.ts';
import { ApiError, isSignedOut } from '@inkbear/web-kit/api-error.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { PaidPlan } from '../texts.ts';

const pollMs = 500;
const patienceMs = 20_000;

export interface Wish {
  readonly plan: PaidPlan;
  readonly promoCode: string | null;
  /** The same wish under the same key is the same payment; another promo code is another wish. */
  readonly key: string;
}
interface Begun {
  clientSecret: string;
  total: number;
  discount: number;
}

const begin = ({ plan, promoCode, key }: Wish, signal: AbortSignal): Promise<Begun> => {
  const code = promoCode === null ? {} : { promoCode };
  return plan === 'pro_monthly'
    ? call(createSubscription, { signal, idempotencyKey: key, body: code })
    : call(createPaymentIntent, { signal, idempotencyKey: key, body: { amount: oneOffAmount, ...code } });
};

/** Another tab of ours may be at it just now; what the server refuses for good is not asked twice. */
const isWorthRetrying = (count: number, error: Error): boolean => {
  if (error instanceof ApiError && error.problem?.code === 'request.in_progress') return count < 3;
  return count < 1 && !(error instanceof ApiError && error.status < 500);
};

/** Begins a payment, once for each key, however often the page is rendered. */
export const paymentOf = (wish: Wish) =>
  queryOptions({
    queryKey: ['payment', wish.plan, wish.key],
    queryFn: ({ signal }) => begin(wish, signal),
    retry: isWorthRetrying,
    staleTime: Infinity,
    gcTime: 0,
    placeholderData: keepPreviousData,
  });

export const confirmCard = (clientSecret: string, cardNumber: string, authenticated = false) =>
  call(confirmSandboxPayment, { body: { clientSecret, cardNumber, ...(authenticated ? { authenticated } : {}) } });

/** Payment and plan are two services: waits until the plan is really there. False after 20 s; it will come all the same. */
export async function waitForPlan(plan: PaidPlan, now: () => number = Date.now): Promise<boolean> {
  const end = now() + patienceMs;
  while (now() < end) {
    try {
      const status = await call(getPlanStatus);
      if (status.isActive && (status.plan === plan || status.plan === 'pro_monthly')) return true;
    } catch (error) {
      if (isSignedOut(error)) throw error;
    }
    await new Promise((resolve) => {
      setTimeout(resolve, pollMs);
    });
  }
  return false;
}
