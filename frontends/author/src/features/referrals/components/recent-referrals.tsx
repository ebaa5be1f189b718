import type { ReferralItem } from '@inkbear/contracts/referrals/referral';
import { longDate } from '@inkbear/web-kit/format.ts';
import { referralNote, statusLabels } from '../referral-status.ts';
import styles from './referrals.module.css';

export function RecentReferrals({ items, asOf }: { items: readonly ReferralItem[]; asOf: string }) {
  return (
    <section className={styles['recent']} aria-labelledby="recent-title">
      <h2 id="recent-title">Recent referrals</h2>
      {items.length === 0 ? (
        <p className={styles['none']}>Nobody yet. Send your link to a friend who wants to write a book.</p>
      ) : (
        <ul role="list">
          {items.map((item) => (
            <li key={item.id}>
              <span className={styles['status']} data-status={item.status}>
                {statusLabels[item.status]}
              </span>
              <span className={styles['note']}>{referralNote(item, asOf)}</span>
              <span className={styles['date']}>Joined {longDate(item.createdAt)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
