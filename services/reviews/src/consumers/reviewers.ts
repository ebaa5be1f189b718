import { exportFinished, storyExported, userRegistered } from '@inkbear/contracts/events';
import { on, type Subscription } from '@inkbear/service-kit/consumer';
import type { ReviewerRepository } from '../reviewers/reviewer.repository.ts';
import type { ReviewRepository } from '../reviews/review.repository.ts';

export const onUserRegistered = ({ reviewers }: { reviewers: ReviewerRepository }): Subscription =>
  on(userRegistered, ({ data: { userId, email } }, { session }) => reviewers.keep(userId, { email }, session));

/** A finished export, of a book or of a story, verifies the reviews to come and those that are there. */
export const onExportFinished = ({
  reviewers,
  reviews,
}: {
  reviewers: ReviewerRepository;
  reviews: ReviewRepository;
}): Subscription[] =>
  [exportFinished, storyExported].map((event) =>
    on(event, async ({ data: { userId } }, { session }) => {
      await reviewers.keep(userId, { hasExported: true }, session);
      await reviews.verifyAllOf(userId, session);
    }),
  );
