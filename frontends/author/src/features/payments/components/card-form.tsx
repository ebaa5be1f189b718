import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { TextField } from '@inkbear/ui-kit/text-field.tsx';
import { type FormEvent, useRef, useState } from 'react';
import { type Card, emptyCard, firstIncomplete, formatExpiry, formatNumber } from '../card.ts';
import { incompleteText, showIncompleteToast } from '../texts.ts';
import styles from './pay-page.module.css';

/** The sandbox's test cards and their behaviour. */
const testCards = [
  { number: '4242 4242 4242 4242', effect: 'succeeds' },
  { number: '4000 0000 0000 0002', effect: 'is declined' },
  { number: '4000 0025 0000 3155', effect: 'asks you to confirm' },
  { number: '4000 0000 0000 0341', effect: 'pays once, then fails at renewal' },
  { number: '5555 5555 5555 4444', effect: 'succeeds, and counts as one shared card in referral checks' },
] as const;
/** Any future date and any code are valid. */
const testExpiry = '12 / 39';
const testCvc = '123';

interface Props {
  label: string;
  isBusy: boolean;
  onPay: (cardNumber: string) => void;
}

/** The sandbox's card form, with the test cards beside it. */
export function CardForm({ label, isBusy, onPay }: Props) {
  const [card, setCard] = useState<Card>(emptyCard);
  const [missing, setMissing] = useState<keyof Card | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const change = (part: Partial<Card>) => {
    setCard((before) => ({ ...before, ...part }));
    setMissing(null);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const first = firstIncomplete(card);
    setMissing(first);
    if (first === null) return onPay(card.number);
    form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    return showIncompleteToast();
  };
  const errorOf = (name: keyof Card) => (missing === name ? incompleteText : undefined);
  return (
    <form ref={form} noValidate className={styles['form']} onSubmit={submit} aria-label="Card payment">
      <TextField
        name="number"
        label="Card number"
        inputMode="numeric"
        autoComplete="off"
        placeholder="1234 1234 1234 1234"
        value={card.number}
        error={errorOf('number')}
        onChange={({ target }) => change({ number: formatNumber(target.value) })}
      />
      <div className={styles['pair']}>
        <TextField
          name="expiry"
          label="Expiry date"
          inputMode="numeric"
          autoComplete="off"
          placeholder="MM / YY"
          value={card.expiry}
          error={errorOf('expiry')}
          onChange={({ target }) => change({ expiry: formatExpiry(target.value) })}
        />
        <TextField
          name="cvc"
          label="Security code"
          inputMode="numeric"
          autoComplete="off"
          placeholder="123"
          maxLength={4}
          value={card.cvc}
          error={errorOf('cvc')}
          onChange={({ target }) => change({ cvc: target.value.replaceAll(/\D/g, '') })}
        />
      </div>
      <PlainButton type="submit" variant="primary" large wide disabled={isBusy}>
        {isBusy ? 'Processing...' : label}
      </PlainButton>
      <TestCards onChoose={(number) => change({ number, expiry: testExpiry, cvc: testCvc })} />
    </form>
  );
}

function TestCards({ onChoose }: { onChoose: (number: string) => void }) {
  return (
    <div className={styles['cards']}>
      <p id="test-cards">Test cards, with any future date and any code:</p>
      <ul role="list" aria-labelledby="test-cards">
        {testCards.map(({ number, effect }) => (
          <li key={number}>
            <button type="button" className={styles['testCard']} onClick={() => onChoose(number)}>
              {number}
            </button>{' '}
            <span>{effect}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
