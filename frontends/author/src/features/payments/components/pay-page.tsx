import { plans } from '@inkbear/contracts/plans';
import { money } from '@inkbear/web-kit/format.ts';
import { usePurchase } from '../hooks/use-purchase.ts';
import { type PaidPlan, points } from '../texts.ts';
import { Order } from './order.tsx';
import styles from './pay-page.module.css';
import { Payment } from './payment.tsx';
import { PromoField, type RedeemMutation } from './promo-field.tsx';
import { PurchasePreview } from './purchase-preview.tsx';

/** Benefits, price and card form. */
export function PayPage({ plan, redeem }: { plan: PaidPlan; redeem: RedeemMutation }) {
  const { title, price, interval } = plans[plan];
  const purchase = usePurchase(plan);
  const { shown, isFailed, isPlanChecked, promo } = purchase;
  return (
    <div className={styles['page']}>
      <section className={styles['offer']} aria-labelledby="pay-title">
        <h1 id="pay-title" className={styles['title']}>
          {title}
        </h1>
        <p className={styles['price']}>
          <span>{money(price)}</span> {interval === 'month' ? 'a month' : 'once'}
        </p>
        <ul role="list" className={styles['points']}>
          {points[plan].map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
        {isPlanChecked && !isFailed && <PurchasePreview plan={plan} />}
        {!isFailed && <Order plan={plan} sum={shown} promo={promo} />}
        {!isFailed && (shown?.discount ?? 0) === 0 && <PromoField promo={promo} redeem={redeem} />}
        <p className={styles['note']}>Your words stay yours, whatever happens to the plan.</p>
      </section>
      <section className={styles['pay']} aria-label="Payment">
        <Payment plan={plan} purchase={purchase} />
      </section>
    </div>
  );
}
