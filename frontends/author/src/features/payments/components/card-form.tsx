import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { TextField } from '@inkbear/ui-kit/text-field.tsx';
import { toast } from '@inkbear/web-kit/toast.ts';
import { type FormEvent, useState } from 'react';
import { type Card, emptyCard, formatExpiry, formatNumber, incompleteText, isCardComplete } from '../card.ts';
import styles from './pay-page.module.css';

interface Props {
  label: string;
  isBusy: boolean;
  isReady: boolean;
  onPay: (cardNumber: string) => void;
}

export function CardForm({ label, isBusy, isReady, onPay }: Props) {
  const [card, setCard] = useState<Card>(emptyCard);
  const [isIncomplete, setIncomplete] = useState(false);
  const change = (part: Partial<Card>) => {
    setCard((before) => ({ ...before, ...part }));
    setIncomplete(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isComplete = isCardComplete(card);
    setIncomplete(!isComplete);
    if (isComplete) onPay(card.number);
    else toast({ title: incompleteText, tone: 'destructive' });
  };
  return (
    <form noValidate className={styles['form']} onSubmit={submit} aria-label="Card payment">
      <TextField label="Card number" inputMode="numeric" autoComplete="cc-number" placeholder="1234 1234 1234 1234" value={card.number} error={isIncomplete ? incompleteText : undefined} onChange={({ target }) => change({ number: formatNumber(target.value) })} />
      <div className={styles['pair']}>
        <TextField label="Expiry date" inputMode="numeric" autoComplete="cc-exp" placeholder="MM / YY" value={card.expiry} onChange={({ target }) => change({ expiry: formatExpiry(target.value) })} />
        <TextField label="Security code" inputMode="numeric" autoComplete="cc-csc" placeholder="123" maxLength={4} value={card.cvc} onChange={({ target }) => change({ cvc: target.value.replaceAll(/\D/g, '') })} />
      </div>
      <PlainButton type="submit" look="primary" large wide disabled={isBusy || !isReady}>{isBusy ? 'Processing...' : label}</PlainButton>
    </form>
  );
}
