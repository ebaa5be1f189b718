import { listReviews } from '@inkbear/contracts/reviews/review';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { presentReview } from './review.presenter.ts';
import type { ReviewRepository } from './review.repository.ts';

export const reviewRoutes = ({ reviews }: { reviews: ReviewRepository }): ServedRoute[] => [
  serve(listReviews, async () => reply(200, (await reviews.listApproved()).map(presentReview))),
];
