import { ButtonLink } from '@inkbear/ui-kit/button.tsx';
import styles from './referral-note.module.css';

export function ReferralNote() {
  return (
    <section className={styles['note']} aria-labelledby="referral-title">
      <div>
        <h2 id="referral-title" className={styles['title']}>
          Know someone who should be writing?
        </h2>
        <p className={styles['text']}>
          When a friend you invited subscribes to Pro Monthly, each of you gets a credit for one more book, no sooner
          than a week after your friend joined.
        </p>
      </div>
      <ButtonLink variant="plain" large to="/referrals">
        Invite a writer
      </ButtonLink>
    </section>
  );
}
