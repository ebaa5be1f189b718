import { ButtonLink } from '@inkbear/ui-kit/button.tsx';
import { usePlanStatus } from '@inkbear/web-kit/session.tsx';
import styles from './personal-stories.module.css';

/** Warns before the author fills in a form that the server would refuse. */
export function NeedsPlan() {
  const { data: plan } = usePlanStatus();
  if (plan === undefined || (plan.plan !== 'free' && plan.isActive)) return null;
  return (
    <aside className={styles['note']} aria-label="Your plan">
      <p>Personal stories require a Pro plan. What you have written stays yours to read, edit and export.</p>
      <ButtonLink variant="primary" small to="/pricing">
        See plans
      </ButtonLink>
    </aside>
  );
}
