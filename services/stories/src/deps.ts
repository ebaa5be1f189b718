import type { Platform } from '@inkbear/service-kit/platform';
import type { ServiceParts } from '@inkbear/service-kit/service';
import type { Env } from './env.ts';
import { StoryRepository } from './stories/story.repository.ts';
import { storyRoutes } from './stories/story.routes.ts';

export function createParts({ connection, businessClock, entitlements }: Platform, _env: Env): ServiceParts {
  const stories = new StoryRepository(connection);
  return {
    served: storyRoutes({ stories }),
    subscriptions: [entitlements.subscription, businessClock.subscription],
    jobs: [],
    erase: [(userId, most) => stories.eraseOf(userId, most)],
  };
}
