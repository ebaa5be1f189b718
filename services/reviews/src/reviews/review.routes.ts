import { approveReview, createReview, listPendingReviews, rejectReview } from '@inkbear/contracts/reviews/moderation';
import { listReviews } from '@inkbear/contracts/reviews/review';
import { actorOf } from '@inkbear/service-kit/identity';
import { nextLink } from '@inkbear/service-kit/list-page';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { moderateReview } from './moderate-review.ts';
import { presentAdminReview, presentReview } from './review.presenter.ts';
import { sendReview } from './send-review.ts';

type Deps = Parameters<typeof sendReview>[0] & Parameters<typeof moderateReview>[0];

export const reviewRoutes = (deps: Deps): ServedRoute[] => [
  serve(listReviews, async () => {
    const reviews = await deps.reviews.listApproved();

    return reply(200, reviews.map(presentReview));
  }),

  serve(createReview, async ({ identity, body }) => {
    const review = await sendReview(deps, identity.userId, body);

    return reply(201, { ...presentReview(review), state: review.state });
  }),

  serve(listPendingReviews, async ({ query }) => {
    const { rows, next } = await deps.reviews.list(query);

    return reply(200, rows.map(presentAdminReview), nextLink(listPendingReviews, query, next));
  }),

  serve(approveReview, async ({ params, identity }) => {
    await moderateReview(deps, { id: params.id, state: 'approved', actor: actorOf(identity) });

    return reply(200, { message: 'The review was approved.' });
  }),

  serve(rejectReview, async ({ params, identity }) => {
    await moderateReview(deps, { id: params.id, state: 'rejected', actor: actorOf(identity) });

    return reply(200, { message: 'The review was rejected.' });
  }),
];
