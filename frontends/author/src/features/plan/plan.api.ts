import {
  cancelSubscription,
  getBillingConfig,
  getSubscription,
  openBillingPortal,
  resumeSubscription,
} from '@inkbear/contracts/billing/billing';
import { redeemPromoCode } from '@inkbear/contracts/billing/promo-code';
import { call } from '@inkbear/web-kit/api.ts';
import { fieldErrorsOf, isSignedOut, messageOf } from '@inkbear/web-kit/api-error.ts';
import { longDate } from '@inkbear/web-kit/format.ts';
import { planSentence } from '@inkbear/web-kit/plan-card.ts';
import { read } from '@inkbear/web-kit/read.ts';
import { useRefreshSession } from '@inkbear/web-kit/session.tsx';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';

/** The payments mode (sandbox or Stripe) and its public key. */
export const billingConfigQuery = () => read(getBillingConfig);

/** The plan card of billing: price, renewal and possible actions. */
export const subscriptionQuery = () => read(getSubscription);

const showErrorToast = (title: string, fallback: string) => (error: unknown) => {
  if (!isSignedOut(error)) showToast({ title, description: messageOf(error, fallback), tone: 'destructive' });
};

/** Cancels the monthly plan at the end of the paid period, then refetches the plan in any case. */
export function useCancelPlan() {
  const refreshSession = useRefreshSession();
  return useMutation({
    mutationFn: () => call(cancelSubscription),
    onSuccess: ({ endsAt }) =>
      showToast({ title: 'Plan cancelled', description: `You keep everything in Pro until ${longDate(endsAt)}.` }),
    onError: showErrorToast('Not cancelled', 'The server did not answer. Your plan continues; please try again.'),
    onSettled: () => refreshSession(),
  });
}

/** Lets a cancelled monthly plan renew again, then refetches the plan in any case. */
export function useResumePlan() {
  const refreshSession = useRefreshSession();
  return useMutation({
    mutationFn: () => call(resumeSubscription),
    onSuccess: (card) => showToast({ title: 'Plan resumed', description: planSentence(card) }),
    onError: showErrorToast('Not resumed', 'The server did not answer. Your plan is unchanged; please try again.'),
    onSettled: () => refreshSession(),
  });
}

/** Opens the provider's portal for cards and invoices; the sandbox uses a page of Inkbear. */
export function useOpenPortal(openExternal: (url: string) => void = (url) => window.location.assign(url)) {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => call(openBillingPortal),
    onSuccess: ({ url: address }) => {
      const url = new URL(address);
      if (url.origin === window.location.origin) void navigate(url.pathname + url.search);
      else openExternal(address);
    },
    onError: showErrorToast('Not opened', 'The server did not answer. Please try again.'),
  });
}

/** The reason why a code was not redeemed, for the field error. */
export const redeemError = (error: unknown): string =>
  fieldErrorsOf(error)['code'] ?? messageOf(error, 'The code could not be redeemed. Please try again.');

/** Redeems a code for book credits. The idempotency key depends on the code, so a retry after a lost reply is safe. */
export function useRedeem() {
  const refreshSession = useRefreshSession();
  const key = useRef({ code: '', value: '' });
  return useMutation({
    mutationFn: (code: string) => {
      if (key.current.code !== code) key.current = { code, value: crypto.randomUUID() };
      return call(redeemPromoCode, { body: { code }, idempotencyKey: key.current.value });
    },
    onSuccess: ({ message }) => {
      showToast({ title: 'Promo code redeemed', description: message });
      return refreshSession();
    },
    onError: (error) => {
      if (!isSignedOut(error))
        showToast({ title: 'Promo code not redeemed', description: redeemError(error), tone: 'destructive' });
    },
  });
}
