import { plans } from '@inkbear/contracts/plans';
import { planSentence } from '@inkbear/web-kit/plan-card.ts';
import { usePlanCard } from '@inkbear/web-kit/session.tsx';
import { NamedPageLink } from '../../../platform/remotes/named-page-link.tsx';
import styles from './menu.module.css';

/** The plan in the account menu, with a link to its management. Renders nothing until billing has replied. */
export function PlanEntry() {
  const { data: card } = usePlanCard();
  if (card === undefined) return null;
  return (
    <NamedPageLink page="plan" className={styles['plan']}>
      <span className={styles['planName']}>{plans[card.plan].title} plan</span>
      <span className={styles['planText']} data-warning={card.subscription?.status === 'past_due'}>
        {planSentence(card)}
      </span>
    </NamedPageLink>
  );
}
