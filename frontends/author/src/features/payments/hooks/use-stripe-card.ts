import { useElements, useStripe } from '@stripe/react-stripe-js';
import { anyInput, useSingleFlightMutation } from '@inkbear/web-kit/use-single-flight-mutation.ts';
import { useEffect, useState } from 'react';
import {
  incompleteText,
  notReadyText,
  showFailedToast,
  showIncompleteToast,
  showNotReadyToast,
  tryAgainText,
} from '../texts.ts';

const readyAfterMs = 3000;

/** Confirms the payment with Stripe. A bank with its own page redirects back to `returnUrl`. */
export function useStripeCard(returnUrl: string, onPaid: () => Promise<void>) {
  const stripe = useStripe();
  const elements = useElements();
  const [failure, setFailure] = useState<string | null>(null);
  const fail = (text: string, showToastFor: (text: string) => void = showFailedToast) => {
    setFailure(text);
    showToastFor(text);
  };
  const { mutate: attempt, isPending } = useSingleFlightMutation<void>(
    {
      onMutate: () => setFailure(null),
      mutationFn: async () => {
        if (stripe === null || elements === null) return fail(notReadyText, showNotReadyToast);
        const { error: submitError } = await elements.submit();
        if (submitError)
          return submitError.type === 'validation_error'
            ? fail(incompleteText, showIncompleteToast)
            : fail(submitError.message ?? tryAgainText);
        const { error } = await stripe.confirmPayment({
          elements,
          confirmParams: { return_url: returnUrl },
          redirect: 'if_required',
        });
        // An error for a payment that has already succeeded means that it was paid in another tab.
        if (error && error.payment_intent?.status !== 'succeeded') return fail(error.message ?? tryAgainText);
        return await onPaid();
      },
      onError: () => fail(tryAgainText),
    },
    anyInput,
  );
  return { failure, isPending, pay: () => attempt() };
}

/** True after Stripe's ready event, or after 3 s, because a missing event must not block the payment. */
export function useReadiness(): { isReady: boolean; onReady: () => void } {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), readyAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return { isReady, onReady: () => setReady(true) };
}
