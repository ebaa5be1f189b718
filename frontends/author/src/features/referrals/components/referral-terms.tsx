import { limits, plans } from '@inkbear/contracts/plans';
import styles from './referrals.module.css';

const terms = [
  'You and the writer who signs up with your link or code each get 1 book credit.',
  `Both credits are awarded once your friend pays for ${plans.pro_monthly.title} and at least ${limits.referralDays} days have passed since they created their account.`,
  'A credit is used only when your plan has no book left, and allows one book beyond its limit.',
  'Credits do not expire. They cannot be paid out or refunded.',
  'Each person counts once. An invitation is cancelled if you invite yourself, if either account is closed, or if the payment is refunded before the credits are awarded.',
];

/** The rules of the referral programme. */
export function ReferralTerms() {
  return (
    <section className={styles['terms']} aria-labelledby="terms-title">
      <h2 id="terms-title">How it works</h2>
      <ul>
        {terms.map((term) => (
          <li key={term}>{term}</li>
        ))}
      </ul>
    </section>
  );
}
