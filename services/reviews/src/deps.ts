import type { Platform } from '@inkbear/service-kit/platform';
import type { ServiceParts } from '@inkbear/service-kit/service';
import type { Env } from './env.ts';
import { ReviewRepository } from './reviews/review.repository.ts';
import { reviewRoutes } from './reviews/review.routes.ts';

export function createParts({ connection, businessClock }: Platform, _env: Env): ServiceParts {
  const reviews = new ReviewRepository(connection);
  return {
    served: reviewRoutes({ reviews }),
    subscriptions: [businessClock.subscription],
    jobs: [],
  };
}
