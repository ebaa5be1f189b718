import { storiesAdminAction } from '@inkbear/contracts/events';
import { HeadCache } from '@inkbear/manuscript-store/head-cache';
import { HistoryRepository } from '@inkbear/manuscript-store/history.repository';
import type { ManuscriptStore } from '@inkbear/manuscript-store/manuscript-store';
import { adminActions } from '@inkbear/service-kit/admin-actions';
import type { Platform } from '@inkbear/service-kit/platform';
import type { ServiceParts } from '@inkbear/service-kit/service';
import { consumers } from './consumers.ts';
import { jobs } from './jobs.ts';
import { revisionRoutes } from './revisions/revision.routes.ts';
import { eraseStories } from './stories/erase-stories.ts';
import { internalRoutes } from './stories/internal.routes.ts';
import { createQuota, requireFormCapacity } from './stories/quota.ts';
import { StoryRepository } from './stories/story.repository.ts';
import { storyRoutes } from './stories/story.routes.ts';
import { storyKind, type StoryRow } from './stories/story.ts';

/** Existing stories can be edited on every plan, including Free. */
const alwaysEditable = () => Promise.resolve();

export function createParts(platform: Platform): ServiceParts {
  const { connection, businessClock, clock, entitlements, newId, outbox, batches, logger } = platform;
  const stories = new StoryRepository(connection, logger);
  const history = new HistoryRepository(connection, storyKind.collections);
  const quota = createQuota({ connection, entitlements, stories });
  const store: ManuscriptStore<StoryRow> = {
    manuscriptKind: storyKind,
    heads: stories,
    history,
    cache: new HeadCache(),
    requireEditable: alwaysEditable,
    quota,
    batches,
    outbox,
    clock,
    newId,
    requireListCapacity: async ({ userId }, growth) => {
      if (growth > 0) requireFormCapacity((await stories.measureList(userId)).bytes, growth);
    },
  };
  const recordAdminAction = adminActions({ event: storiesAdminAction, clock, newId });
  const deps = { ...platform, stories, history, store, quota, recordAdminAction };
  return {
    served: [...storyRoutes(deps), ...revisionRoutes(deps), ...internalRoutes(deps)],
    subscriptions: [entitlements.subscription, businessClock.subscription, ...consumers(deps)],
    jobs: jobs(deps),
    erase: [...eraseStories(deps), quota.erase],
  };
}
