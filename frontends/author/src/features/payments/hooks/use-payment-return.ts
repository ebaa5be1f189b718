import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { type PaidPlan, tellFailed, tryAgainText } from '../texts.ts';
import { useOpenPlan } from './use-open-plan.ts';

const paramsOfReturn = ['paid', 'payment_intent', 'payment_intent_client_secret', 'redirect_status'];

/** `?paid=`: back from a bank that asked on a page of its own. Says what came of it, once; a reload says nothing more. */
export function usePaymentReturn(): void {
  const [search, setSearch] = useSearchParams();
  const paid: PaidPlan = search.get('paid') === 'pro_oneoff' ? 'pro_oneoff' : 'pro_monthly';
  const isReturn = search.has('paid');
  const outcome = search.get('redirect_status');
  const { open } = useOpenPlan(paid);
  useEffect(() => {
    if (!isReturn) return;
    setSearch(
      (before) => {
        for (const name of paramsOfReturn) before.delete(name);
        return before;
      },
      { replace: true },
    );
    // Without the provider's word nobody was sent back from paying.
    if (outcome === 'succeeded' || outcome === 'processing') void open();
    else if (outcome !== null) tellFailed(tryAgainText);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a return is answered once
  }, [isReturn]);
}
