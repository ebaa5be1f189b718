import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { ErrorState } from '@inkbear/ui-kit/error-state.tsx';
import { money } from '@inkbear/web-kit/format.ts';
import { useThemeMode } from '@inkbear/web-kit/theme-mode.tsx';
import { Elements, PaymentElement } from '@stripe/react-stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useReadiness, useStripeCard } from '../hooks/use-stripe-card.ts';
import { paymentKeys } from '../payments.api.ts';
import { stripeAppearance } from '../stripe-appearance.ts';
import { notReadyText, type PaidPlan } from '../texts.ts';
import styles from './pay-page.module.css';

interface FormProps {
  plan: PaidPlan;
  total: number;
  isBusy: boolean;
  onPaid: () => Promise<void>;
}
interface Props extends FormProps {
  publishableKey: string;
  clientSecret: string;
}

/** Stripe's card form. Its script is loaded only on this page. */
export default function StripePayment({ publishableKey, clientSecret, ...form }: Props) {
  const { mode } = useThemeMode();
  const script = useQuery({
    queryKey: paymentKeys.stripeScript(publishableKey),
    queryFn: () => loadStripe(publishableKey),
    staleTime: Infinity,
    retry: false,
  });
  if (script.isError)
    return (
      <ErrorState
        level={2}
        title={notReadyText}
        text="Stripe’s card form could not be loaded. A blocker in your browser may be in the way. You were not charged."
        action={
          <PlainButton variant="primary" onClick={() => void script.refetch()}>
            Try again
          </PlainButton>
        }
      />
    );
  return (
    <Elements
      key={clientSecret}
      stripe={script.data ?? null}
      options={{ clientSecret, appearance: stripeAppearance(mode), loader: 'auto' }}
    >
      <StripeForm {...form} />
    </Elements>
  );
}

function StripeForm({ plan, total, isBusy, onPaid }: FormProps) {
  const { isReady, onReady } = useReadiness();
  const { failure, isPending, pay } = useStripeCard(
    new URL(`/dashboard?paid=${plan}`, window.location.origin).href,
    onPaid,
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    pay();
  };
  return (
    <form noValidate className={styles['form']} onSubmit={submit} aria-label="Card payment">
      <PaymentElement onReady={onReady} options={{ layout: 'tabs' }} />
      {failure !== null && <p className={styles['failure']}>{failure}</p>}
      <PlainButton type="submit" variant="primary" large wide disabled={!isReady || isPending || isBusy}>
        {label(isReady, isPending, total)}
      </PlainButton>
      <p className={styles['note']}>Stripe takes the payment. Your card number never reaches Inkbear.</p>
    </form>
  );
}

const label = (isReady: boolean, isPending: boolean, total: number) => {
  if (!isReady) return 'Loading…';
  return isPending ? 'Processing...' : `Pay ${money(total)}`;
};
