import { userRemoved } from '@inkbear/contracts/events';
import type { Clock } from '@inkbear/service-kit/clock';
import { on, type Subscription } from '@inkbear/service-kit/consumer';
import type { ReviewRepository } from '../reviews/review.repository.ts';

/** What is public of someone goes with the account and comes back with it. */
export const onUserRemoved = ({ reviews, clock }: { reviews: ReviewRepository; clock: Clock }): Subscription =>
  on(userRemoved, ({ data: { userId, stage } }, { session }) =>
    reviews.setHidden(userId, stage === 'restored' ? null : clock.now(), session),
  );
