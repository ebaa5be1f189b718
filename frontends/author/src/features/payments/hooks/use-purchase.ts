import { getSubscription } from '@inkbear/contracts/billing/billing';
import { checkPromoCode, promoErrors } from '@inkbear/contracts/billing/promo-code';
import { call } from '@inkbear/web-kit/api.ts';
import { ApiError, fieldErrorsOf, messageOf } from '@inkbear/web-kit/api-error.ts';
import { read } from '@inkbear/web-kit/read.ts';
import { handleUnauthorised } from '@inkbear/web-kit/unauthorised.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { paymentOf } from '../api/pay.ts';
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
  const card = useQuery({ ...read(getSubscription), refetchOnMount: 'always', retry: false });
  const hasPlan = card.isFetchedAfterMount && !card.isError && card.data?.holds.includes(plan) === true;
  const begun = useQuery({ ...paymentOf({ plan, ...intent }), enabled: card.isFetchedAfterMount && !hasPlan });
  const isHeld = hasPlan && (begun.data === undefined || begun.isPlaceholderData);
  const restart = (promoCode: string | null) => {
    setIntent({ promoCode, key: newKey() });
    setSearch(promoCode === null ? {} : { code: promoCode }, { replace: true });
  };
  const check = useMutation({
    mutationFn: (code: string) => call(checkPromoCode, { body: { code, plan } }),
    onMutate: () => setPromoError(null),
    onSuccess: (_reply, code) => restart(code.trim().toUpperCase()),
    onError: setPromoError,
  });
  const { error } = begun;
  const isCodeRefused = intent.promoCode !== null && isAboutCode(error);
  // A code may expire before the payment, or come from an old link.
  useEffect(() => {
    if (handleUnauthorised(error) || !isCodeRefused) return;
    setPromoError(error);
    restart(null);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- an error is handled once
  }, [error]);
  return {
    begun,
    /** The payment could not be started; a refused code is shown beside its field instead. */
    isFailed: isHeld || (begun.isError && !isCodeRefused),
    /** The plan is active already, as known before or from the refusal. */
    isAlreadyActive: isHeld || codeOf(error) === 'billing.already_active',
    restart: () => restart(intent.promoCode),
    promo: {
      code: intent.promoCode,
      isBusy: check.isPending || begun.isFetching,
      error: promoError === null ? null : promoText(promoError),
      /** The code gives credits instead of lowering the price. */
      isForRedeeming: codeOf(promoError) === 'billing.promo_wrong_kind',
      apply: (code: string) => check.mutate(code),
      remove: () => restart(null),
      forgetError: () => setPromoError(null),
    },
  };
}
export type Purchase = ReturnType<typeof usePurchase>;
