import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { TextField } from '@inkbear/ui-kit/text-field.tsx';
import { type FormEvent, useState } from 'react';
import { redeemError, useRedeem } from '../plan.api.ts';
import styles from './plan-panel.module.css';

/** The form for redeeming book credits, with the current credits. */
export function RedeemForm({ credits }: { credits: number }) {
  const [code, setCode] = useState('');
  const redeem = useRedeem();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    redeem.mutate(code, { onSuccess: () => setCode('') });
  };
  const change = (value: string) => {
    setCode(value);
    redeem.reset();
  };
  return (
    <section className={styles['credits']} aria-labelledby="credits-title">
      <h3 id="credits-title">
        Book credits: <span className="tabular">{credits}</span>
      </h3>
      <p className={styles['text']}>Each credit allows one more book when your plan has none left.</p>
      <form noValidate className={styles['redeem']} onSubmit={submit} aria-label="Redeem a promo code">
        <TextField
          label="Promo code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={64}
          value={code}
          error={redeem.isError ? redeemError(redeem.error) : undefined}
          onChange={({ target }) => change(target.value)}
        />
        <PlainButton type="submit" disabled={redeem.isPending}>
          {redeem.isPending ? 'Redeeming…' : 'Redeem'}
        </PlainButton>
      </form>
    </section>
  );
}
