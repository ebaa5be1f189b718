import { storiesAdminAction } from '@inkbear/contracts/events';
import { adminActions } from '@inkbear/service-kit/admin-actions';
import type { Platform } from '@inkbear/service-kit/platform';
import type { ServiceParts } from '@inkbear/service-kit/service';
import type { Env } from './env.ts';
import { eraseStories } from './stories/erase-stories.ts';
import { StoryRepository } from './stories/story.repository.ts';
import { storyRoutes } from './stories/story.routes.ts';

export function createParts({ connection, businessClock, clock, entitlements, newId, outbox }: Platform, _env: Env): ServiceParts {
  const stories = new StoryRepository(connection);
  return {
    served: storyRoutes({ stories, outbox, clock, recordAdminAction: adminActions({ event: storiesAdminAction, clock, newId }) }),
    subscriptions: [entitlements.subscription, businessClock.subscription],
    jobs: [],
    erase: eraseStories({ connection, stories }),
  };
}
