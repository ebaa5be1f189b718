import type { RecordAdminAction } from '@inkbear/service-kit/admin-actions';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Outbox } from '@inkbear/service-kit/outbox';
import { ProblemError } from '@inkbear/service-kit/problem';
import { inState, type ReviewState } from './review.ts';
import type { ReviewRepository } from './review.repository.ts';

interface Deps {
  reviews: ReviewRepository;
  outbox: Outbox;
  clock: Clock;
  recordAdminAction: RecordAdminAction;
}

/** An admin makes a review public or refuses it, also one that was decided before; the same decision twice leaves one trace. */
export async function decideReview(
  { reviews, outbox, clock, recordAdminAction }: Deps,
  id: string,
  state: Exclude<ReviewState, 'pending'>,
  actor: string,
): Promise<void> {
  await outbox.run(async (transaction) => {
    const review = await reviews.find(id, transaction.session);
    if (!review) throw new ProblemError('reviews.not_found');
    if (review.state === state) return;
    await reviews.replace({ ...inState(review, state), updatedAt: clock.now() }, transaction.session);
    await recordAdminAction(transaction, actor, {
      action: `review.${state}`,
      target: id,
      before: { state: review.state },
      after: { state },
    });
  });
}
