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
const waitLimitMs = 20_000;

export interface PurchaseIntent {
  readonly plan: PaidPlan;
  readonly promoCode: string | null;
  /**
   * The idempotency key: the same intent with the same key is the same payment. Another promo code is another intent.
   */
  readonly key: string;
}
interface StartedPayment {
  clientSecret: string;
  total: number;
  discount: number;
}

const startPayment = ({ plan, promoCode, key }: PurchaseIntent, signal: AbortSignal): Promise<StartedPayment> => {
  const code = promoCode === null ? {} : { promoCode };
  return plan === 'pro_monthly'
    ? call(createSubscription, { signal, idempotencyKey: key, body: code })
    : call(createPaymentIntent, { signal, idempotencyKey: key, body: { amount: oneOffAmount, ...code } });
};

/** Retries while another tab starts the payment; final refusals are not retried. */
const isWorthRetrying = (count: number, error: Error): boolean => {
  if (error instanceof ApiError && error.problem?.code === 'request.in_progress') return count < 3;
  return count < 1 && !(error instanceof ApiError && error.status < 500);
};

/** Starts a payment, once for each key, however often the page is rendered. */
export const paymentOf = (intent: PurchaseIntent) =>
  queryOptions({
    queryKey: ['payment', intent.plan, intent.key],
    queryFn: ({ signal }) => startPayment(intent, signal),
    retry: isWorthRetrying,
    staleTime: Infinity,
    gcTime: 0,
    placeholderData: keepPreviousData,
  });

export const confirmCard = (clientSecret: string, cardNumber: string, authenticated = false) =>
  call(confirmSandboxPayment, { body: { clientSecret, cardNumber, ...(authenticated ? { authenticated } : {}) } });

/**
 * Polls until the plan is active, because it arrives after the payment. False after 20 s, when it will still arrive
 * later.
 */
export async function waitForPlan(plan: PaidPlan, now: () => number = Date.now): Promise<boolean> {
  const end = now() + waitLimitMs;
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
