import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { money } from '@inkbear/web-kit/format.ts';
import { useSandboxCard } from '../hooks/use-sandbox-card.ts';
import { CardForm } from './card-form.tsx';
import styles from './pay-page.module.css';

interface Props {
  clientSecret: string;
  total: number;
  /** The total is being updated. */
  isBusy: boolean;
  onPaid: () => Promise<void>;
  onReplaced: () => void;
}

/** Test payment with the same steps as a real card; the bank's consent is a choice. */
export function SandboxPayment({ clientSecret, total, isBusy, onPaid, onReplaced }: Props) {
  const { failure, isPending, needsConsent, pay, consent, refuse } = useSandboxCard({
    clientSecret,
    onPaid,
    onReplaced,
  });
  return (
    <>
      <p className={styles['sandbox']} role="note">
        <strong>Sandbox: no money moves here.</strong> Pay with a test card. Never enter a real one.
      </p>
      {failure !== null && <p className={styles['failure']}>{failure}</p>}
      {needsConsent ? (
        <div className={styles['consent']} role="group" aria-label="Your bank’s question">
          <p>
            <strong>Your bank asks for confirmation.</strong> Do you confirm this payment of {money(total)}?
          </p>
          <PlainButton autoFocus variant="primary" disabled={isPending} onClick={consent}>
            {isPending ? 'Processing...' : 'Confirm payment'}
          </PlainButton>
          <PlainButton variant="plain" disabled={isPending} onClick={refuse}>
            Decline
          </PlainButton>
        </div>
      ) : (
        <CardForm label={`Pay ${money(total)}`} isBusy={isPending || isBusy} onPay={pay} />
      )}
    </>
  );
}
