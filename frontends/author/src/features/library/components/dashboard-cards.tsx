import { usePlanStatus } from '@inkbear/web-kit/session.tsx';
import styles from './dashboard.module.css';

/** The four numbers on top. */
export function DashboardCards({ total }: { total: number | null }) {
  const { data: plan } = usePlanStatus();
  const cards = [
    { label: 'Total Books', value: total === null ? '–' : String(total) },
    { label: 'Plan Status', value: plan === undefined ? '–' : plan.plan === 'free' ? 'Free' : 'Pro' },
    { label: 'AI Tools', value: 'Active' },
    { label: 'Community', value: 'Coming Soon' },
  ];
  return (
    <dl className={styles['facts']}>
      {cards.map(({ label, value }) => <div key={label} className={styles['fact']}><dt>{label}</dt><dd data-quiet={value === 'Coming Soon'}>{value}</dd></div>)}
    </dl>
  );
}
