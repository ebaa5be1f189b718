import type { Platform } from '@inkbear/service-kit/platform';
import type { ServiceParts } from '@inkbear/service-kit/service';
import { onUserRemoved } from './consumers/on-user-removed.ts';
import type { Env } from './env.ts';
import { ReviewRepository } from './reviews/review.repository.ts';
import { reviewRoutes } from './reviews/review.routes.ts';

export function createParts({ connection, businessClock, clock }: Platform, _env: Env): ServiceParts {
  const reviews = new ReviewRepository(connection);
  return {
    served: reviewRoutes({ reviews }),
    subscriptions: [businessClock.subscription, onUserRemoved({ reviews, clock })],
    jobs: [],
    erase: [(userId, most) => reviews.eraseOf(userId, most)],
  };
}
