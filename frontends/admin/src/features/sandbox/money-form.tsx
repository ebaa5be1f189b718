import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { ChoiceField } from '@inkbear/ui-kit/choice-field.tsx';
import { TextField } from '@inkbear/ui-kit/text-field.tsx';
import { useState } from 'react';
import { failureText } from '../../kit/feedback.ts';
import { type MoneyAction, moneyFailures, useMoneyAction } from './sandbox-actions.ts';
import styles from './sandbox.module.css';

const kinds = [
  { value: 'paymentId', label: 'Payment' },
  { value: 'subscriptionId', label: 'Subscription, its latest payment' },
] as const;

/** Refunds or disputes what is named by its id; the ids stand in a user's row. */
export function MoneyForm() {
  const [kind, setKind] = useState<'paymentId' | 'subscriptionId'>('paymentId');
  const [typed, setTyped] = useState('');
  const refund = useMoneyAction('refund');
  const dispute = useMoneyAction('dispute');
  const isBusy = refund.isPending || dispute.isPending;
  const act = (action: MoneyAction) => {
    const [run, other] = action === 'refund' ? [refund, dispute] : [dispute, refund];
    other.reset();
    run.mutate(kind === 'paymentId' ? { paymentId: typed.trim() } : { subscriptionId: typed.trim() }, {
      onSuccess: () => setTyped(''),
    });
  };
  const error =
    failureText(refund.error, moneyFailures.refund) ?? failureText(dispute.error, moneyFailures.dispute) ?? undefined;
  const isEmpty = typed.trim() === '';
  return (
    <form
      noValidate
      className={styles['form']}
      aria-label="Refund or dispute"
      onSubmit={(event) => event.preventDefault()}
    >
      <ChoiceField
        label="What"
        options={kinds}
        value={kind}
        onChange={(event) => setKind(event.target.value as typeof kind)}
      />
      <TextField
        label="Its id"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        error={error}
        hint="A user’s drawer lists their payments, with these two actions beside each."
        onChange={(event) => {
          setTyped(event.target.value);
          refund.reset();
          dispute.reset();
        }}
      />
      <div className={styles['row']}>
        <PlainButton small disabled={isBusy || isEmpty} onClick={() => act('refund')}>
          {refund.isPending ? 'Refunding…' : 'Refund'}
        </PlainButton>
        <PlainButton small disabled={isBusy || isEmpty} onClick={() => act('dispute')}>
          {dispute.isPending ? 'Disputing…' : 'Dispute and lose'}
        </PlainButton>
      </div>
    </form>
  );
}
