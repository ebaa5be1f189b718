import { plans } from '@inkbear/contracts/plans';
import { money } from '@inkbear/web-kit/format.ts';
import type { Purchase } from '../hooks/use-purchase.ts';
import type { PaidPlan } from '../texts.ts';
import styles from './pay-page.module.css';

interface Props {
  plan: PaidPlan;
  /** Null while the payment is being started. */
  sum: { total: number; discount: number } | null;
  promo: Purchase['promo'];
}

/** The order lines: what is paid now and what is paid later. */
export function Order({ plan, sum, promo }: Props) {
  const { title, price } = plans[plan];
  const isMonthly = plan === 'pro_monthly';
  return (
    <div className={styles['order']}>
      <dl aria-live="polite" aria-busy={promo.isBusy}>
        <div>
          <dt>
            {title}, {isMonthly ? 'first month' : 'once'}
          </dt>
          <dd>{money(price)}</dd>
        </div>
        {sum !== null && sum.discount > 0 && (
          <div>
            <dt>
              Promo code {promo.code}{' '}
              <button type="button" className={styles['remove']} disabled={promo.isBusy} onClick={promo.remove}>
                Remove
              </button>
            </dt>
            <dd>−{money(sum.discount)}</dd>
          </div>
        )}
        <div className={styles['total']}>
          <dt>To pay now</dt>
          <dd>{sum === null ? '…' : money(sum.total)}</dd>
        </div>
      </dl>
      <p className={styles['note']}>
        {isMonthly ? `Then ${money(price)} each month until you cancel.` : 'It does not renew automatically.'}
      </p>
    </div>
  );
}
