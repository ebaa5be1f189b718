import type { PublicReview } from '@inkbear/contracts/reviews/review';
import { longDate } from '@inkbear/web-kit/format.ts';
import { Stars } from './stars.tsx';
import styles from './review-card.module.css';

export function ReviewCard({
  review: { rating, title, content, bookTitle, isVerified, createdAt },
}: {
  review: PublicReview;
}) {
  return (
    <article className={styles['card']}>
      <div className={styles['head']}>
        <Stars rating={rating} />
        {isVerified && (
          <span className={styles['verified']} title="Has exported a PDF with Inkbear">
            Verified
          </span>
        )}
      </div>
      <h3 className={styles['title']}>{title}</h3>
      <p className={styles['content']}>{content}</p>
      <p className={styles['foot']}>
        {bookTitle !== null && <cite>{bookTitle}</cite>}
        <time dateTime={createdAt}>{longDate(createdAt)}</time>
      </p>
    </article>
  );
}
