import { planSentence } from '@inkbear/web-kit/plan-card.ts';
import { usePlanCard } from '@inkbear/web-kit/session.tsx';
import { Link } from 'react-router-dom';
import styles from './read-only-notice.module.css';

/** Notice on the dashboard about an ended one-off plan. */
export function LapsedNotice() {
  const { data: card } = usePlanCard();
  if (card === undefined || card.plan !== 'pro_oneoff' || card.isActive) return null;
  return (
    <p className={styles['onPage']} role="status">
      {planSentence(card)} <Link to="/pricing">See plans</Link>
    </p>
  );
}
