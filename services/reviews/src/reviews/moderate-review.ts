import type { RecordAdminAction } from '@inkbear/service-kit/admin-actions';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Outbox } from '@inkbear/service-kit/outbox';
import { ProblemError } from '@inkbear/service-kit/problem';
import { withState, type ReviewState } from './review.ts';
import type { ReviewRepository } from './review.repository.ts';

interface Deps {
  reviews: ReviewRepository;
  outbox: Outbox;
  clock: Clock;
  recordAdminAction: RecordAdminAction;
}

/**
 * Approves or rejects a review, even if it was decided before. Repeating a decision changes nothing and adds no entry
 * to the audit trail. Throws 404 `reviews.not_found`, and 409 `reviews.already_sent` when the author has another open
 * review of that book.
 */
export async function moderateReview(
  { reviews, outbox, clock, recordAdminAction }: Deps,
  { id, state, actor }: { id: string; state: Exclude<ReviewState, 'pending'>; actor: string },
): Promise<void> {
  await outbox.run(async (transaction) => {
    const review = await reviews.find(id, transaction.session);
    if (!review) throw new ProblemError('reviews.not_found');
    if (review.state === state) return;
    await reviews.replace({ ...withState(review, state), updatedAt: clock.now() }, transaction.session);
    await recordAdminAction(transaction, actor, {
      action: `review.${state}`,
      target: id,
      before: { state: review.state },
      after: { state },
    });
  });
}
