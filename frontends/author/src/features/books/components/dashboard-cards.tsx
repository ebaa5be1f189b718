import { plans } from '@inkbear/contracts/plans';
import { dayAndMonth } from '@inkbear/web-kit/format.ts';
import { usePlanStatus } from '@inkbear/web-kit/session.tsx';
import { counted } from '@inkbear/web-kit/counted.ts';
import styles from './dashboard.module.css';

/** Reserves the space of a note that is still loading. */
const emptyNote = '\u00a0';

/** The four numbers at the top. Counts are null until they are loaded. */
export function DashboardCards({ books, stories }: { books: number | null; stories: number | null }) {
  const { data: plan } = usePlanStatus();
  const isCounted = books !== null && stories !== null;
  const cards = [
    {
      label: 'Total Books',
      value: isCounted ? String(books + stories) : '–',
      note:
        isCounted && stories > 0
          ? `${counted(books, 'book')}, ${stories === 1 ? '1 story' : `${stories} stories`}`
          : '',
    },
    {
      label: 'Plan Status',
      value: plan === undefined ? '–' : plan.plan === 'free' ? 'Free' : 'Pro',
      note: plan === undefined ? emptyNote : planNote(plan),
    },
    {
      label: 'AI Tools',
      value: 'Active',
      note: plan === undefined ? emptyNote : plan.isActive ? 'All tools' : 'Titles, quiz and outlines',
    },
    { label: 'Community', value: 'Coming Soon', note: '' },
  ];
  return (
    <dl className={styles['facts']}>
      {cards.map(({ label, value, note }) => (
        <div key={label} className={styles['fact']}>
          <dt>{label}</dt>
          <dd data-quiet={value === 'Coming Soon'}>{value}</dd>
          {note !== '' && <dd className={styles['factNote']}>{note}</dd>}
        </div>
      ))}
    </dl>
  );
}

function planNote({
  plan,
  isActive,
  planEndDate,
}: {
  plan: keyof typeof plans;
  isActive: boolean;
  planEndDate: string | null;
}): string {
  if (plan === 'free') return 'One book, without AI writing';
  if (!isActive) return `${plans[plan].title}, ended`;
  return plan === 'pro_oneoff' && planEndDate !== null
    ? `One-off until ${dayAndMonth(planEndDate)}`
    : plans[plan].title;
}
