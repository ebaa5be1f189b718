import { promoErrors } from '@inkbear/contracts/billing/promo-code';
import { ApiError, fieldErrorsOf, messageOf } from '@inkbear/web-kit/api-error.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { subscriptionQuery } from '../../plan/plan.api.ts';
import { checkCode, type PaymentState, type StartedPayment, useStartPayment } from '../payments.api.ts';
import type { PaidPlan } from '../texts.ts';

const newKey = () => crypto.randomUUID();
const codeOf = (error: unknown) => (error instanceof ApiError ? error.problem?.code : undefined);
const isAboutCode = (error: unknown) => promoErrors.some((code) => code === codeOf(error));
const promoText = (error: unknown) =>
  fieldErrorsOf(error)['code'] ?? messageOf(error, 'The code could not be checked. Please try again.');

/** The purchase, with the promo code in the URL so that it survives a reload. */
export function usePurchase(plan: PaidPlan) {
  const [search, setSearch] = useSearchParams();
  const [intent, setIntent] = useState(() => ({ promoCode: search.get('code'), key: newKey() }));
  const [promoError, setPromoError] = useState<unknown>(null);
  // Refetched, because a plan may have ended or been bought in another tab. A started payment continues regardless of
  // the plan status.
  const card = useQuery({ ...subscriptionQuery(), refetchOnMount: 'always', retry: false });
  const hasPlan = card.isFetchedAfterMount && !card.isError && card.data?.holds.includes(plan) === true;
  const { payment, retry } = useStartPayment({ plan, ...intent }, { isEnabled: card.isFetchedAfterMount && !hasPlan });
  const isPlanActive = hasPlan && payment.state !== 'started';
  const restart = (promoCode: string | null) => {
    setIntent({ promoCode, key: newKey() });
    setSearch(promoCode === null ? {} : { code: promoCode }, { replace: true });
  };
  const check = useMutation({
    mutationFn: (code: string) => checkCode(code, plan),
    onMutate: () => setPromoError(null),
    onSuccess: (_reply, code) => restart(code.trim().toUpperCase()),
    onError: setPromoError,
  });
  const error = payment.state === 'failed' ? payment.error : null;
  const isCodeRefused = intent.promoCode !== null && isAboutCode(error);
  // A code may expire before the payment, or come from an old link.
  useEffect(() => {
    if (!isCodeRefused) return;
    setPromoError(error);
    restart(null);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- an error is handled once
  }, [error]);
  return {
    /** The payment to show; null until one is started. */
    shown: shownPayment(payment),
    /** Another payment is being started. */
    isBusy: payment.state === 'starting',
    error,
    /** The payment could not be started; a refused code is shown beside its field instead. */
    isFailed: isPlanActive || (error !== null && !isCodeRefused),
    retry,
    /** The present plan is known, or could not be read. */
    isPlanChecked: card.isFetchedAfterMount,
    /** The plan is active already, according to the plan card or to the refusal of the payment. */
    isAlreadyActive: isPlanActive || codeOf(error) === 'billing.already_active',
    restart: () => restart(intent.promoCode),
    promo: {
      code: intent.promoCode,
      isBusy: check.isPending || payment.state === 'starting',
      error: promoError === null ? null : promoText(promoError),
      /** The code is for book credits and does not lower the price. */
      isForRedeeming: codeOf(promoError) === 'billing.promo_wrong_kind',
      apply: (code: string) => check.mutate(code),
      remove: () => restart(null),
      clearError: () => setPromoError(null),
    },
  };
}

function shownPayment(payment: PaymentState): StartedPayment | null {
  if (payment.state === 'started') return payment.payment;
  return payment.state === 'starting' ? payment.previous : null;
}

export type Purchase = ReturnType<typeof usePurchase>;
