import {
  exportFileFinished,
  exportStoryFinished,
  userChanged,
  userRegistered,
  userRemoved,
} from '@inkbear/contracts/events';
import type { Clock } from '@inkbear/service-kit/clock';
import { on, type Subscription } from '@inkbear/service-kit/consumer';
import type { ReviewerRepository } from './reviewers/reviewer.repository.ts';
import { reviewsLock } from './reviews/review.ts';
import type { ReviewRepository } from './reviews/review.repository.ts';

interface ConsumerDeps {
  readonly reviews: ReviewRepository;
  readonly reviewers: ReviewerRepository;
  readonly clock: Clock;
}

export const consumers = ({ reviews, reviewers, clock }: ConsumerDeps): Subscription[] => [
  on(userRegistered, async ({ data: { userId, email } }, { session }) => {
    await reviewers.upsertEmailIfNewer(userId, { email, emailSeq: 0 }, session);
  }),

  // Without the lock, a review that is being sent at the same moment would keep the old address.
  on(userChanged, async ({ data: { userId, email }, seq }, { session, lock }) => {
    await lock(reviewsLock(userId));
    const isNewer = await reviewers.upsertEmailIfNewer(userId, { email, emailSeq: seq }, session);
    if (isNewer) await reviews.replaceEmail(userId, email, session);
  }),

  // A finished export of a book or a story verifies the user's existing and future reviews.
  ...[exportFileFinished, exportStoryFinished].map((event) =>
    on(event, async ({ data: { userId } }, { session }) => {
      await reviewers.markExported(userId, session);
      await reviews.markVerified(userId, session);
    }),
  ),

  // The reviews of a closed account are hidden, and shown again when the account is restored.
  on(userRemoved, ({ data: { userId, stage } }, { session }) =>
    reviews.setHidden(userId, stage === 'restored' ? null : clock.now(), session),
  ),
];
