import { exportFileFinished, exportStoryFinished, userRegistered, userRemoved } from '@inkbear/contracts/events';
import type { Clock } from '@inkbear/service-kit/clock';
import { on, type Subscription } from '@inkbear/service-kit/consumer';
import type { ReviewerRepository } from './reviewers/reviewer.repository.ts';
import type { ReviewRepository } from './reviews/review.repository.ts';

interface ConsumerDeps {
  readonly reviews: ReviewRepository;
  readonly reviewers: ReviewerRepository;
  readonly clock: Clock;
}

export const consumers = ({ reviews, reviewers, clock }: ConsumerDeps): Subscription[] => [
  on(userRegistered, ({ data: { userId, email } }, { session }) => reviewers.upsert(userId, { email }, session)),

  // A finished export of a book or a story verifies the user's existing and future reviews.
  ...[exportFileFinished, exportStoryFinished].map((event) =>
    on(event, async ({ data: { userId } }, { session }) => {
      await reviewers.upsert(userId, { hasExported: true }, session);
      await reviews.markVerified(userId, session);
    }),
  ),

  // The reviews of a closed account are hidden, and shown again when the account is restored.
  on(userRemoved, ({ data: { userId, stage } }, { session }) =>
    reviews.setHidden(userId, stage === 'restored' ? null : clock.now(), session),
  ),
];
