import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { useMoneyAction } from './sandbox-actions.ts';
import styles from './sandbox.module.css';
import { useSandbox } from './use-sandbox.ts';

/** Refund and dispute beside a payment; only in the sandbox. */
export function PaymentActions({ paymentId, isSpent }: { paymentId: string; isSpent: boolean }) {
  const isSandbox = useSandbox();
  const refund = useMoneyAction('refund');
  const dispute = useMoneyAction('dispute');
  if (!isSandbox || isSpent) return null;
  const isBusy = refund.isPending || dispute.isPending;
  return (
    <span className={styles['row']}>
      <PlainButton small look="quiet" disabled={isBusy} onClick={() => refund.mutate({ paymentId })}>
        Refund
      </PlainButton>
      <PlainButton small look="quiet" disabled={isBusy} onClick={() => dispute.mutate({ paymentId })}>
        Dispute
      </PlainButton>
    </span>
  );
}
