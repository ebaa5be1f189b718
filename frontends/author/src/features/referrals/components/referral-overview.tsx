import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { ErrorState } from '@inkbear/ui-kit/error-state.tsx';
import { SkeletonCards } from '@inkbear/ui-kit/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { referralsQuery } from '../referrals.api.ts';
import { RecentReferrals } from './recent-referrals.tsx';
import { ReferralLink } from './referral-link.tsx';
import styles from './referrals.module.css';

/** The referral link and the state of the referrals. */
export function ReferralOverview() {
  const referrals = useQuery(referralsQuery());
  if (referrals.isPending) return <SkeletonCards count={2} height={132} />;
  if (referrals.isError)
    return (
      <ErrorState
        level={2}
        title="Your referrals could not be loaded"
        text="The server did not answer. None of them has been lost."
        action={
          <PlainButton variant="primary" onClick={() => void referrals.refetch()}>
            Try again
          </PlainButton>
        }
      />
    );
  const { referralCode, totalReferrals, pendingReferrals, processedReferrals, totalCredits, recentReferrals, asOf } =
    referrals.data;
  const counters = [
    ['Total referrals', totalReferrals],
    ['Pending', pendingReferrals],
    ['Processed', processedReferrals],
    ['Credits earned', totalCredits],
  ] as const;
  return (
    <>
      <ReferralLink code={referralCode} />
      <dl className={styles['counters']}>
        {counters.map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
      <RecentReferrals items={recentReferrals} asOf={asOf} />
    </>
  );
}
