import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { TextField } from '@inkbear/ui-kit/text-field.tsx';
import { type FormEvent, useState } from 'react';
import type { Purchase } from '../hooks/use-purchase.ts';
import styles from './pay-page.module.css';

/** The mutation that redeems a code for book credits. */
export interface RedeemMutation {
  isPending: boolean;
  mutate: (code: string) => void;
}

/** A promo code for the price. A code for credits is refused here and can be redeemed instead. */
export function PromoField({ promo, redeem }: { promo: Purchase['promo']; redeem: RedeemMutation }) {
  const [typed, setTyped] = useState('');
  const apply = (event: FormEvent) => {
    event.preventDefault();
    promo.apply(typed);
  };
  const redeemTyped = () => {
    promo.clearError();
    setTyped('');
    redeem.mutate(typed);
  };
  return (
    <form noValidate className={styles['promo']} onSubmit={apply} aria-label="Promo code">
      <TextField
        label="Promo code"
        isOptional
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={64}
        value={typed}
        error={promo.error ?? undefined}
        onChange={({ target }) => {
          setTyped(target.value);
          promo.clearError();
        }}
      />
      <PlainButton type="submit" disabled={promo.isBusy}>
        {promo.isBusy ? 'Checking…' : 'Apply'}
      </PlainButton>
      {promo.isForRedeeming && (
        <PlainButton variant="quiet" disabled={redeem.isPending} onClick={redeemTyped}>
          Redeem it for book credits now
        </PlainButton>
      )}
    </form>
  );
}
