import { useElements, useStripe } from '@stripe/react-stripe-js';
import { anyInput, useSingleFlightMutation } from '@inkbear/web-kit/use-single-flight-mutation.ts';
import { useEffect, useState } from 'react';
import { incompleteText, notReadyText, tellFailed, tellIncomplete, tellNotReady, tryAgainText } from '../texts.ts';

const readyAfterMs = 3000;

/** Has the provider take the money. A bank that asks on a page of its own comes back to `returnUrl`. */
export function useStripeCard(returnUrl: string, onPaid: () => Promise<void>) {
  const stripe = useStripe();
  const elements = useElements();
  const [failure, setFailure] = useState<string | null>(null);
  const fail = (text: string, tell: (text: string) => void = tellFailed) => {
    setFailure(text);
    tell(text);
  };
  const { mutate: attempt, isPending } = useSingleFlightMutation<void>(
    {
      onMutate: () => setFailure(null),
      mutationFn: async () => {
        if (stripe === null || elements === null) return fail(notReadyText, tellNotReady);
        const { error: wrong } = await elements.submit();
        if (wrong)
          return wrong.type === 'validation_error'
            ? fail(incompleteText, tellIncomplete)
            : fail(wrong.message ?? tryAgainText);
        const { error } = await stripe.confirmPayment({
          elements,
          confirmParams: { return_url: returnUrl },
          redirect: 'if_required',
        });
        // Paid already, in another tab.
        if (error && error.payment_intent?.status !== 'succeeded') return fail(error.message ?? tryAgainText);
        return await onPaid();
      },
      onError: () => fail(tryAgainText),
    },
    anyInput,
  );
  return { failure, isPending, pay: () => attempt() };
}

/** Ready when the field says so, or after 3 s: a field that forgets to say so must not stop anybody from paying. */
export function useReadiness(): { isReady: boolean; onReady: () => void } {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), readyAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return { isReady, onReady: () => setReady(true) };
}
