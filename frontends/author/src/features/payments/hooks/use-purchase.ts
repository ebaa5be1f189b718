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

/** What is being bought, with the promo code that stands in the address, so that a reload keeps it. */
export function usePurchase(plan: PaidPlan) {
  const [search, setSearch] = useSearchParams();
  const [wish, setWish] = useState(() => ({ promoCode: search.get('code'), key: newKey() }));
  const [promoError, setPromoError] = useState<unknown>(null);
  // Asked anew: a plan may have ended, or come in another tab. Whoever has begun to pay goes on, whatever is heard of the plan meanwhile.
  const card = useQuery({ ...read(getSubscription), refetchOnMount: 'always', retry: false });
  const holds = card.isFetchedAfterMount && !card.isError && card.data?.holds.includes(plan) === true;
  const begun = useQuery({ ...paymentOf({ plan, ...wish }), enabled: card.isFetchedAfterMount && !holds });
  const isHeld = holds && (begun.data === undefined || begun.isPlaceholderData);
  const beginAnew = (promoCode: string | null) => {
    setWish({ promoCode, key: newKey() });
    setSearch(promoCode === null ? {} : { code: promoCode }, { replace: true });
  };
  const check = useMutation({
    mutationFn: (code: string) => call(checkPromoCode, { body: { code, plan } }),
    onMutate: () => setPromoError(null),
    onSuccess: (_reply, code) => beginAnew(code.trim().toUpperCase()),
    onError: setPromoError,
  });
  const { error } = begun;
  const isCodeRefused = wish.promoCode !== null && isAboutCode(error);
  // A code may run out between the look and the payment, or stand in an old link.
  useEffect(() => {
    if (handleUnauthorised(error) || !isCodeRefused) return;
    setPromoError(error);
    beginAnew(null);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- an error is dealt with once
  }, [error]);
  return {
    begun,
    /** It will or could not be begun; a code that is refused is dealt with beside its field. */
    isFailed: isHeld || (begun.isError && !isCodeRefused),
    /** Known before, or found out as it began. */
    isAlreadyActive: isHeld || codeOf(error) === 'billing.already_active',
    beginAnew: () => beginAnew(wish.promoCode),
    promo: {
      code: wish.promoCode,
      isBusy: check.isPending || begun.isFetching,
      error: promoError === null ? null : promoText(promoError),
      /** Of another kind: it gives credits instead of lowering a price. */
      isForRedeeming: codeOf(promoError) === 'billing.promo_wrong_kind',
      apply: (code: string) => check.mutate(code),
      remove: () => beginAnew(null),
      forgetError: () => setPromoError(null),
    },
  };
}
export type Purchase = ReturnType<typeof usePurchase>;
