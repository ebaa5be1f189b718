import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { useState } from 'react';
import { FormDialog } from '../../kit/forms/form-dialog.tsx';
import { type PaymentAction, paymentFailedTexts, useIsSandbox, usePaymentAction } from './sandbox.api.ts';
import styles from './sandbox.module.css';

const questions = {
  refund: { button: 'Refund', title: 'Refund this payment?', action: 'Refund payment', busy: 'Refunding…' },
  dispute: {
    button: 'Dispute',
    title: 'Simulate a lost dispute over this payment?',
    action: 'Dispute payment',
    busy: 'Disputing…',
  },
} as const;

interface Props {
  paymentId: string;
  isRefunded: boolean;
}

/** Refund and dispute of a payment, each after a confirmation; only in the sandbox. */
export function PaymentActions({ paymentId, isRefunded }: Props) {
  const isSandbox = useIsSandbox();
  if (!isSandbox || isRefunded) return null;
  return (
    <span className={styles['row']}>
      <PaymentActionButton name="refund" paymentId={paymentId} />
      <PaymentActionButton name="dispute" paymentId={paymentId} />
    </span>
  );
}

function PaymentActionButton({ name, paymentId }: { name: PaymentAction; paymentId: string }) {
  const [isAsking, setAsking] = useState(false);
  const mutation = usePaymentAction(name);
  const { button, title, action, busy } = questions[name];
  return (
    <>
      <PlainButton small variant="quiet" onClick={() => setAsking(true)}>
        {button}
      </PlainButton>
      <FormDialog
        isOpen={isAsking}
        title={title}
        initialValues={{}}
        mutation={mutation}
        onSubmit={(_values, options) => mutation.mutate({ paymentId }, options)}
        failedText={paymentFailedTexts[name]}
        action={action}
        busy={busy}
        variant="danger"
        onClose={() => setAsking(false)}
      >
        <p>The money goes back to the payer, and the plan that it paid for ends at once. This cannot be undone.</p>
      </FormDialog>
    </>
  );
}
