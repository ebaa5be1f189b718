import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type PaidPlan, showFailedToast, tryAgainText } from '../texts.ts';
import { useFinishPurchase } from './use-finish-purchase.ts';

const paramsOfReturn = ['paid', 'payment_intent', 'payment_intent_client_secret', 'redirect_status'];

/** Handles `?paid=`, the return from a bank's own page. Shows the outcome once, not again after a reload. */
export function usePaymentReturn(): void {
  const [search, setSearch] = useSearchParams();
  const paid: PaidPlan = search.get('paid') === 'pro_oneoff' ? 'pro_oneoff' : 'pro_monthly';
  const isReturn = search.has('paid');
  const outcome = search.get('redirect_status');
  const { finish } = useFinishPurchase(paid);
  useEffect(() => {
    if (!isReturn) return;
    setSearch(
      (before) => {
        for (const name of paramsOfReturn) before.delete(name);
        return before;
      },
      { replace: true },
    );
    // Without the provider's parameters this is not a return from a payment.
    if (outcome === 'succeeded' || outcome === 'processing') void finish();
    else if (outcome !== null) showFailedToast(tryAgainText);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a return is handled once
  }, [isReturn]);
}
