import { plans } from '@inkbear/contracts/plans';
import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { SkeletonLines } from '@inkbear/ui-kit/skeleton.tsx';
import { planSentence } from '@inkbear/web-kit/plan-card.ts';
import { usePlanCard, useSession } from '@inkbear/web-kit/session.tsx';
import { useQuery } from '@tanstack/react-query';
import { billingConfigQuery } from '../plan.api.ts';
import { PlanActions } from './plan-actions.tsx';
import styles from './plan-panel.module.css';
import { RedeemForm } from './redeem-form.tsx';

/**
 * The plan, its end date and its actions. With `isPortal` it stands in for the payment provider's customer portal, which
 * the sandbox does not have.
 */
export function PlanPanel({ isPortal }: { isPortal: boolean }) {
  const { user } = useSession();
  const { data: card, isError, refetch } = usePlanCard();
  const config = useQuery({ ...billingConfigQuery(), enabled: isPortal });
  return (
    <div className={styles['panel']}>
      {isPortal && config.data?.mode === 'sandbox' && (
        <p className={styles['sandbox']} role="note">
          <strong>Sandbox: no money moves here.</strong> With real payments, Stripe’s page for your card and your
          invoices opens instead.
        </p>
      )}
      {isError && (
        <div className={styles['plan']}>
          <p className={styles['text']}>Your plan could not be loaded.</p>
          <PlainButton onClick={() => void refetch()}>Try again</PlainButton>
        </div>
      )}
      {card === undefined && !isError && <SkeletonLines count={3} />}
      {card !== undefined && (
        <section className={styles['plan']} aria-labelledby="plan-title">
          <h3 id="plan-title" className={styles['name']}>
            {plans[card.plan].title}
          </h3>
          <p className={styles['text']} data-warning={card.subscription?.status === 'past_due'}>
            {planSentence(card)}
          </p>
          <PlanActions card={card} isPortal={isPortal} />
        </section>
      )}
      {user !== null && <RedeemForm credits={user.referralCredits} />}
    </div>
  );
}
