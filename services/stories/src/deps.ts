import { storiesAdminAction } from '@inkbear/contracts/events';
import { HeadCache } from '@inkbear/manuscript-store/head-cache';
import { HistoryRepository } from '@inkbear/manuscript-store/history.repository';
import type { ManuscriptStore } from '@inkbear/manuscript-store/manuscript';
import { adminActions } from '@inkbear/service-kit/admin-actions';
import type { Platform } from '@inkbear/service-kit/platform';
import type { ServiceParts } from '@inkbear/service-kit/service';
import { consumers } from './consumers.ts';
import { jobs } from './jobs.ts';
import { revisionRoutes } from './revisions/revision.routes.ts';
import { eraseStories } from './stories/erase-stories.ts';
import { internalRoutes } from './stories/internal.routes.ts';
import { createQuota, requireFormRoom } from './stories/quota.ts';
import { StoryRepository } from './stories/story.repository.ts';
import { storyRoutes } from './stories/story.routes.ts';
import { storyKind, type StoryRow } from './stories/story.ts';
import { ToldTitles } from './stories/told-titles.ts';

/** A story that one has is edited by hand on every plan. */
const alwaysEditable = () => Promise.resolve();

export function createParts({
  connection,
  businessClock,
  clock,
  entitlements,
  newId,
  outbox,
  batches,
  logger,
}: Platform): ServiceParts {
  const stories = new StoryRepository(connection, logger);
  const history = new HistoryRepository(connection, storyKind.collections);
  const quota = createQuota({ connection, entitlements, stories });
  const manuscripts: ManuscriptStore<StoryRow> = {
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
      if (growth > 0) requireFormRoom((await stories.measureList(userId)).bytes, growth);
    },
  };
  const deps = {
    quota,
    batches,
    stories,
    history,
    manuscripts,
    toldTitles: new ToldTitles(connection),
    entitlements,
    outbox,
    clock,
    newId,
    recordAdminAction: adminActions({ event: storiesAdminAction, clock, newId }),
  };
  return {
    served: [...storyRoutes(deps), ...revisionRoutes(deps), ...internalRoutes(deps)],
    subscriptions: [entitlements.subscription, businessClock.subscription, ...consumers(deps)],
    jobs: jobs(deps),
    erase: [...eraseStories(deps), quota.erase],
  };
}
