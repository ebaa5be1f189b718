import { ButtonLink } from '@inkbear/ui-kit/button.tsx';
import { planSentence } from '@inkbear/web-kit/plan-card.ts';
import { usePlanCard } from '@inkbear/web-kit/session.tsx';
import styles from './plan-panel.module.css';

/** Notice on the dashboard about a declined renewal. */
export function DeclinedNotice() {
  const { data: card } = usePlanCard();
  if (card?.subscription?.status !== 'past_due') return null;
  return (
    <div className={styles['notice']} role="status">
      <p>{planSentence(card)}</p>
      <ButtonLink small to="/dashboard?billing=plan">
        Your plan
      </ButtonLink>
    </div>
  );
}
