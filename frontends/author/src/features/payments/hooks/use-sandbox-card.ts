import { ApiError, isSignedOut, messageOf } from '@inkbear/web-kit/api-error.ts';
import { anyInput, useSingleFlightMutation } from '@inkbear/web-kit/use-single-flight-mutation.ts';
import { useState } from 'react';
import { confirmCard } from '../payments.api.ts';
import { refusedText, replacedText, showFailedToast, tryAgainText } from '../texts.ts';

interface Options {
  clientSecret: string;
  onPaid: () => Promise<void>;
  /** This payment was replaced by a newer one. */
  onReplaced: () => void;
}
interface Attempt {
  cardNumber: string;
  authenticated: boolean;
}

/** Pays with a test card. `needsConsent`: the bank asks for consent first. */
export function useSandboxCard({ clientSecret, onPaid, onReplaced }: Options) {
  const [waiting, setWaiting] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const fail = (text: string) => {
    setWaiting(null);
    setFailure(text);
    showFailedToast(text);
  };
  const { mutate: attempt, isPending } = useSingleFlightMutation<void, Attempt>(
    {
      onMutate: () => setFailure(null),
      mutationFn: async ({ cardNumber, authenticated }) => {
        const { status, message } = await confirmCard(clientSecret, cardNumber, authenticated);
        if (status === 'declined') return fail(message || tryAgainText);
        setWaiting(status === 'requires_action' ? cardNumber : null);
        return status === 'succeeded' ? await onPaid() : undefined;
      },
      onError: (error) => {
        if (isSignedOut(error)) return;
        const isReplaced = error instanceof ApiError && error.problem?.code === 'billing.payment_not_found';
        fail(isReplaced ? replacedText : messageOf(error, tryAgainText));
        if (isReplaced) onReplaced();
      },
    },
    anyInput,
  );
  return {
    failure,
    isPending,
    needsConsent: waiting !== null,
    pay: (cardNumber: string) => attempt({ cardNumber, authenticated: false }),
    consent: () => attempt({ cardNumber: waiting ?? '', authenticated: true }),
    refuse: () => fail(refusedText),
  };
}
