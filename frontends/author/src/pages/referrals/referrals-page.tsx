import { PageSpinner } from '@inkbear/ui-kit/page-spinner.tsx';
import { useSession } from '@inkbear/web-kit/session.tsx';
import { ReferralOverview } from '../../features/referrals/components/referral-overview.tsx';
import { ReferralTerms } from '../../features/referrals/components/referral-terms.tsx';
import { SignedOutCard } from '../../features/referrals/components/signed-out-card.tsx';
import styles from '../../features/referrals/components/referrals.module.css';

export default function ReferralsPage() {
  const { state } = useSession();
  return (
    <div className={styles['page']}>
      <title>Invite a writer · Inkbear</title>
      <header>
        <h1>Invite a writer</h1>
        <p className={styles['lead']}>
          Bring a friend to Inkbear. If they are on Pro Monthly a week after they join, each of you can write one more
          book.
        </p>
      </header>
      {state === 'loading' && <PageSpinner />}
      {state === 'signed-out' && <SignedOutCard />}
      {state === 'signed-in' && <ReferralOverview />}
      <ReferralTerms />
    </div>
  );
}
