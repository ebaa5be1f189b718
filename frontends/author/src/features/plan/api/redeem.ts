import { redeemPromoCode } from '@inkbear/contracts/billing/promo-code';
import { call } from '@inkbear/web-kit/api.ts';
import { isSignedOut, fieldErrorsOf, messageOf } from '@inkbear/web-kit/api-error.ts';
import { useRefreshSession } from '@inkbear/web-kit/session.tsx';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

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
