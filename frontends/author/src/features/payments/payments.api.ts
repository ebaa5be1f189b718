import { getPlanStatus } from '@inkbear/contracts/auth/account';
import {
  confirmSandboxPayment,
  createPaymentIntent,
  createSubscription,
  oneOffAmount,
} from '@inkbear/contracts/billing/billing';
import { checkPromoCode } from '@inkbear/contracts/billing/promo-code';
import { previewPurchase } from '@inkbear/contracts/billing/purchase';
import type { PlanName } from '@inkbear/contracts/plans';
import { call } from '@inkbear/web-kit/api.ts';
import { ApiError, isSignedOut } from '@inkbear/web-kit/api-error.ts';
import { type QueryClient, useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { pathKey, read } from '@inkbear/web-kit/read.ts';
import type { PaidPlan } from './texts.ts';

export const paymentKeys = { stripeScript: (publishableKey: string) => ['stripe', publishableKey] as const };

const pollMs = 500;
const pollForMs = 20_000;

export interface PurchaseIntent {
  readonly plan: PaidPlan;
  readonly promoCode: string | null;
  /**
   * The idempotency key: the same intent with the same key is the same payment. Another promo code is another intent.
   */
  readonly key: string;
}
export interface StartedPayment {
  readonly clientSecret: string;
  readonly total: number;
  readonly discount: number;
}

const startPayment = ({ plan, promoCode, key }: PurchaseIntent): Promise<StartedPayment> => {
  const code = promoCode === null ? {} : { promoCode };
  return plan === 'pro_monthly'
    ? call(createSubscription, { idempotencyKey: key, body: code })
    : call(createPaymentIntent, { idempotencyKey: key, body: { amount: oneOffAmount, ...code } });
};

/** Retries while another tab starts the payment; final refusals are not retried. */
const shouldRetry = (count: number, error: Error): boolean => {
  if (error instanceof ApiError && error.problem?.code === 'request.in_progress') return count < 3;
  return count < 1 && !(error instanceof ApiError && error.status < 500);
};

/** The payment of a purchase. While another one is being started, the previous one stays on the screen. */
export type PaymentState =
  | { readonly state: 'waiting' }
  | { readonly state: 'starting'; readonly previous: StartedPayment | null }
  | { readonly state: 'started'; readonly payment: StartedPayment }
  | { readonly state: 'failed'; readonly error: Error };

/** Starts the payment of an intent, once for each key, however often the page is rendered. */
export function useStartPayment(intent: PurchaseIntent, { isEnabled }: { isEnabled: boolean }) {
  const [previous, setPrevious] = useState<StartedPayment | null>(null);
  const sentKey = useRef<string | null>(null);
  const { mutate, status, variables, data, error } = useMutation({
    mutationFn: startPayment,
    retry: shouldRetry,
    onSuccess: setPrevious,
  });
  const send = useCallback(() => {
    sentKey.current = intent.key;
    mutate(intent);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the key stands for the intent
  }, [intent.key, mutate]);
  useEffect(() => {
    if (isEnabled && sentKey.current !== intent.key) send();
  }, [isEnabled, intent.key, send]);
  return { payment: paymentState(), retry: send };

  function paymentState(): PaymentState {
    const isSent = variables?.key === intent.key;
    if (isSent && status === 'success') return { state: 'started', payment: data };
    if (isSent && status === 'error') return { state: 'failed', error };
    return isSent || isEnabled ? { state: 'starting', previous } : { state: 'waiting' };
  }
}

/** What buying a plan now would change; fetched anew, because plans may change in other tabs. */
export const previewQuery = (plan: PaidPlan) => ({
  ...read(previewPurchase, { query: { plan } }),
  refetchOnMount: 'always' as const,
});

/** Checks a promo code for a plan. */
export const checkCode = (code: string, plan: PaidPlan) => call(checkPromoCode, { body: { code, plan } });

export const confirmCard = (clientSecret: string, cardNumber: string, authenticated = false) =>
  call(confirmSandboxPayment, { body: { clientSecret, cardNumber, ...(authenticated ? { authenticated } : {}) } });

/**
 * Polls until the plan is active, because it is activated some time after the payment. Returns the effective plan, which
 * is Pro Monthly for a one-off that was bought beside it. Null after 20 s: the plan will still be activated later.
 */
export async function waitForPlan(plan: PaidPlan, now: () => number = Date.now): Promise<PlanName | null> {
  const end = now() + pollForMs;
  while (now() < end) {
    try {
      const status = await call(getPlanStatus);
      if (status.isActive && (status.plan === plan || status.plan === 'pro_monthly')) return status.plan;
    } catch (error) {
      if (isSignedOut(error)) throw error;
    }
    await new Promise((resolve) => {
      setTimeout(resolve, pollMs);
    });
  }
  return null;
}

/** Refetches everything but the session: permissions depend on the plan. */
export const invalidateAllReads = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: pathKey('/api') });
