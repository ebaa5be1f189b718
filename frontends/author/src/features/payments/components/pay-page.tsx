import { getBillingConfig } from '@inkbear/contracts/billing/billing';
import { limits, plans } from '@inkbear/contracts/plans';
import { ButtonLink, PlainButton } from '@inkbear/ui-kit/button.tsx';
import { ErrorState } from '@inkbear/ui-kit/error-state.tsx';
import { SkeletonLines } from '@inkbear/ui-kit/skeleton.tsx';
import { ApiError, messageOf } from '@inkbear/web-kit/api-error.ts';
import { read } from '@inkbear/web-kit/read.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type PaidPlan, paymentOf } from '../api/pay.ts';
import { usePayment } from '../hooks/use-payment.ts';
import { CardForm } from './card-form.tsx';
import styles from './pay-page.module.css';

const money = (minor: number) => new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP', minimumFractionDigits: minor % 100 === 0 ? 0 : 2 }).format(minor / 100);
const points: Record<PaidPlan, string[]> = {
  pro_monthly: [`${plans.pro_monthly.books} full books in each month`, 'All AI writing tools for every chapter', `${plans.pro_monthly.coachingPerMonth} questions to the writing coach a month`, 'Personal Stories', 'Print-ready PDF of books and chapters', 'Cancel anytime'],
  pro_oneoff: ['One complete book', `Everything in Pro for ${limits.oneOffDays} days`, 'Then read-only; the whole book can always be exported'],
};

/** What one gets, what it costs, and the card. */
export function PayPage({ plan }: { plan: PaidPlan }) {
  const { title, price, interval } = plans[plan];
  const per = interval === 'month' ? 'a month' : 'once';
  return (
    <div className={styles['page']}>
      <section className={styles['offer']} aria-labelledby="pay-title">
        <h1 id="pay-title" className={styles['title']}>{title}</h1>
        <p className={styles['price']}><span>{money(price)}</span> {per}</p>
        <ul role="list" className={styles['points']}>{points[plan].map((point) => <li key={point}>{point}</li>)}</ul>
        <p className={styles['note']}>Your words stay yours, whatever becomes of the plan.</p>
      </section>
      <section className={styles['pay']} aria-label="Payment"><Payment plan={plan} per={per} /></section>
    </div>
  );
}

function Payment({ plan, per }: { plan: PaidPlan; per: string }) {
  const [visit] = useState(() => crypto.randomUUID());
  const config = useQuery(read(getBillingConfig));
  const started = useQuery(paymentOf(plan, visit));
  const { payment, needsConsent, refuseConsent } = usePayment(plan, started.data?.clientSecret);
  const [number, setNumber] = useState('');
  if (config.isPending || started.isPending) return <SkeletonLines count={6} />;
  if (started.error instanceof ApiError && started.error.status === 409) return <ErrorState level={2} title="Nothing to pay" text={messageOf(started.error, 'You already have this plan.')} action={<ButtonLink look="primary" to="/dashboard">To the dashboard</ButtonLink>} />;
  if (started.isError || config.isError) {
    const retry = () => void Promise.all([config.isError && config.refetch(), started.isError && started.refetch()]);
    return <ErrorState level={2} title="Failed to initialize payment. Please try again." text="You were not charged." action={<PlainButton look="primary" onClick={retry}>Try again</PlainButton>} />;
  }
  const { total, discount } = started.data;
  if (config.data.mode !== 'sandbox') return <ErrorState level={2} title="Payment system not ready..." text="Card payments cannot be taken on this page yet. You were not charged." />;
  const pay = (cardNumber: string, authenticated = false) => {
    setNumber(cardNumber);
    payment.mutate({ cardNumber, authenticated });
  };
  return (
    <>
      <div className={styles['sandbox']} role="note">
        <strong>Sandbox: no money moves here.</strong> Pay with the test card 4242 4242 4242 4242, any future date and any code. Never enter a real card.
      </div>
      <p className={styles['total']}><span>To pay</span><span>{discount > 0 && <del>{money(total + discount)}</del>} {money(total)} {per}</span></p>
      {needsConsent
        ? (
            <div className={styles['consent']}>
              <p>Your bank asks you to confirm this payment of {money(total)}.</p>
              <PlainButton look="primary" disabled={payment.isPending} onClick={() => pay(number, true)}>{payment.isPending ? 'Processing...' : 'Confirm'}</PlainButton>
              <PlainButton look="quiet" disabled={payment.isPending} onClick={refuseConsent}>Cancel</PlainButton>
            </div>
          )
        : <CardForm label={`Pay ${money(total)}`} isBusy={payment.isPending} isReady={started.isSuccess} onPay={(cardNumber) => pay(cardNumber)} />}
    </>
  );
}
