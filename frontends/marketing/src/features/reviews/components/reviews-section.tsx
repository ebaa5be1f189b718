import { PlainButton } from '@inkbear/ui-kit/button.tsx';
import { useSession } from '@inkbear/web-kit/session.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { reviewsQuery } from '../reviews.api.ts';
import { ReviewCard } from './review-card.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import styles from './reviews-section.module.css';

/** Approved reviews, newest first. A signed-in author may write one. */
export function ReviewsSection() {
  const { user } = useSession();
  const { data: reviews, isError, refetch } = useQuery(reviewsQuery);
  const [isWriting, setWriting] = useState(false);
  return (
    <section id="reviews" aria-labelledby="reviews-title">
      <div className={styles['head']}>
        <h2 id="reviews-title" className={styles['title']}>
          What authors say
        </h2>
        {user && (
          <PlainButton variant="plain" large onClick={() => setWriting(true)}>
            Write Review
          </PlainButton>
        )}
      </div>
      {isError && (
        <p className={styles['note']}>
          The reviews could not be loaded.{' '}
          <PlainButton variant="quiet" small onClick={() => void refetch()}>
            Try again
          </PlainButton>
        </p>
      )}
      {reviews?.length === 0 && (
        <p className={styles['note']}>
          Nobody has written a review yet. Every review here will be from somebody who writes with Inkbear.
        </p>
      )}
      {reviews && reviews.length > 0 && (
        <ul role="list" className={styles['grid']}>
          {reviews.map((review) => (
            <li key={review.id}>
              <ReviewCard review={review} />
            </li>
          ))}
        </ul>
      )}
      {user && <ReviewDialog user={user} isOpen={isWriting} onClose={() => setWriting(false)} />}
    </section>
  );
}
