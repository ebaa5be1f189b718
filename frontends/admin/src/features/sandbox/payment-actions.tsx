import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { useIsSandbox, usePaymentAction } from './sandbox.api.ts';
import styles from './sandbox.module.css';

/** Refund and dispute of a payment; only in the sandbox. */
export function PaymentActions({ paymentId, isRefunded }: { paymentId: string; isRefunded: boolean }) {
  const isSandbox = useIsSandbox();
  const refund = usePaymentAction('refund');
  const dispute = usePaymentAction('dispute');
  if (!isSandbox || isRefunded) return null;
  const isBusy = refund.isPending || dispute.isPending;
  return (
    <span className={styles['row']}>
      <PlainButton small variant="quiet" disabled={isBusy} onClick={() => refund.mutate({ paymentId })}>
        Refund
      </PlainButton>
      <PlainButton small variant="quiet" disabled={isBusy} onClick={() => dispute.mutate({ paymentId })}>
        Dispute
      </PlainButton>
    </span>
  );
}
