import { ButtonLink, PlainButton } from '@inkbear/ui-kit/button.tsx';
import { longDate, money } from '@inkbear/web-kit/format.ts';
import { type PlanCard } from '@inkbear/web-kit/plan-card.ts';
import { useState } from 'react';
import { useCancelPlan, useOpenPortal, useResumePlan } from '../plan.api.ts';
import styles from './plan-panel.module.css';

/** The actions for a plan. Cancelling asks for confirmation. */
export function PlanActions({ card, isPortal }: { card: PlanCard; isPortal: boolean }) {
  const [isConfirming, setConfirming] = useState(false);
  const portal = useOpenPortal();
  if (isConfirming && card.canCancel) return <CancelQuestion card={card} onClose={() => setConfirming(false)} />;
  return (
    <div className={styles['actions']}>
      {(card.plan === 'free' || !card.isActive) && (
        <ButtonLink variant="primary" to="/pricing">
          See plans
        </ButtonLink>
      )}
      {card.canOpenPortal && !isPortal && (
        <PlainButton disabled={portal.isPending} onClick={() => portal.mutate()}>
          {portal.isPending ? 'Opening…' : 'Manage payment'}
        </PlainButton>
      )}
      {card.subscription?.cancelAtPeriodEnd === true && <ResumeButton amount={card.subscription.amount} />}
      {card.canCancel && (
        <PlainButton variant="danger" onClick={() => setConfirming(true)}>
          Cancel plan
        </PlainButton>
      )}
    </div>
  );
}

/** Undoes a cancellation. There is no further question, because the button says what it costs. */
function ResumeButton({ amount }: { amount: number }) {
  const resume = useResumePlan();
  return (
    <PlainButton variant="primary" disabled={resume.isPending} onClick={() => resume.mutate()}>
      {resume.isPending ? 'Resuming…' : `Resume for ${money(amount)} a month`}
    </PlainButton>
  );
}

/** The end date after cancelling; after a declined renewal there is no paid period left. */
function endText(subscription: PlanCard['subscription']): string {
  if (subscription?.status === 'past_due') return 'Your card was declined, so it ends at once.';
  return subscription?.renewsAt
    ? `You keep it until ${longDate(subscription.renewsAt)}.`
    : 'You keep it until the paid period ends.';
}

function CancelQuestion({ card: { subscription }, onClose }: { card: PlanCard; onClose: () => void }) {
  const cancel = useCancelPlan();
  return (
    <div className={styles['question']} role="group" aria-labelledby="cancel-question">
      <p id="cancel-question">
        <strong>Cancel Pro Monthly?</strong> {endText(subscription)} After that you are on the Free plan again. Your
        books stay, with every word, and can be exported for another 30 days.
      </p>
      <PlainButton
        variant="danger"
        disabled={cancel.isPending}
        onClick={() => cancel.mutate(undefined, { onSettled: onClose })}
      >
        {cancel.isPending ? 'Cancelling…' : 'Yes, cancel it'}
      </PlainButton>
      <PlainButton autoFocus variant="plain" disabled={cancel.isPending} onClick={onClose}>
        Keep it
      </PlainButton>
    </div>
  );
}
