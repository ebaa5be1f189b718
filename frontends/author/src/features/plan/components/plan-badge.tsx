import { plans } from '@inkbear/contracts/plans';
import { usePlanStatus } from '@inkbear/web-kit/session.tsx';
import styles from './plan-badge.module.css';

/** The effective plan, and whether it is active. */
export function PlanBadge() {
  const { data, isPending } = usePlanStatus();
  if (isPending)
    return (
      <span className={styles['badge']} data-tone="plain">
        Loading plan…
      </span>
    );
  const plan = data === undefined ? undefined : plans[data.plan];
  if (data === undefined || plan === undefined)
    return (
      <span className={styles['badge']} data-tone="plain">
        Plan unknown
      </span>
    );
  if (data.plan === 'free')
    return (
      <span className={styles['badge']} data-tone="plain">
        {plan.title}
      </span>
    );
  return (
    <span className={styles['badge']} data-tone={data.isActive ? 'active' : 'inactive'}>
      {plan.title} · {data.isActive ? 'active' : 'inactive'}
    </span>
  );
}
