import { reviewsAdminAction } from '@inkbear/contracts/events';
import { adminActions } from '@inkbear/service-kit/admin-actions';
import type { Platform } from '@inkbear/service-kit/platform';
import type { ServiceParts } from '@inkbear/service-kit/service';
import { consumers } from './consumers.ts';
import type { Env } from './env.ts';
import { jobs } from './jobs.ts';
import { ReviewerRepository } from './reviewers/reviewer.repository.ts';
import { ReviewRepository } from './reviews/review.repository.ts';
import { reviewRoutes } from './reviews/review.routes.ts';

export function createParts(
  { connection, businessClock, clock, entitlements, newId, outbox, peers }: Platform,
  _env: Env,
): ServiceParts {
  const reviews = new ReviewRepository(connection);
  const reviewers = new ReviewerRepository(connection);
  return {
    served: reviewRoutes({
      reviews,
      reviewers,
      entitlements,
      peers,
      outbox,
      clock,
      newId,
      recordAdminAction: adminActions({ event: reviewsAdminAction, clock, newId }),
    }),
    subscriptions: [entitlements.subscription, businessClock.subscription, ...consumers({ reviews, reviewers, clock })],
    jobs: jobs(),
    erase: [(userId, limit) => reviews.eraseUser(userId, limit), (userId) => reviewers.erase(userId)],
  };
}
