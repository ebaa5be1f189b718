import { confirmSandboxPayment, createPaymentIntent, createSubscription, oneOffAmount } from '@inkbear/contracts/billing/billing';
import { getPlanStatus } from '@inkbear/contracts/auth/account';
import type { PlanName } from '@inkbear/contracts/plans';
import { call } from '@inkbear/web-kit/api.ts';
import { ApiError, isSignedOut } from '@inkbear/web-kit/api-error.ts';
import { queryOptions } from '@tanstack/react-query';

export type PaidPlan = Exclude<PlanName, 'free'>;
const pollMs = 500;
const patienceMs = 20_000;

/** Begins the payment of a plan; asked once for a visit of the page, however often that is rendered or tried again. */
export const paymentOf = (plan: PaidPlan, visit: string) => queryOptions({
  queryKey: ['payment', plan, visit],
  queryFn: async ({ signal }): Promise<{ clientSecret: string; total: number; discount: number }> => (plan === 'pro_monthly' ? call(createSubscription, { signal, idempotencyKey: visit }) : call(createPaymentIntent, { signal, idempotencyKey: visit, body: { amount: oneOffAmount } })),
  staleTime: Infinity,
  retry: (count, error) => count < 1 && !(error instanceof ApiError && error.status < 500),
});

export const confirmCard = (clientSecret: string, cardNumber: string, authenticated = false) => call(confirmSandboxPayment, { body: { clientSecret, cardNumber, ...(authenticated ? { authenticated } : {}) } });

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
    await new Promise((resolve) => { setTimeout(resolve, pollMs); });
  }
  return false;
}
