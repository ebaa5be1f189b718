import type { Platform } from '@inkbear/service-kit/platform';
import type { ServiceParts } from '@inkbear/service-kit/service';
import { archiveRoutes } from './archive/archive.routes.ts';
import { consumers } from './consumers.ts';
import type { Env } from './env.ts';
import { jobs } from './jobs.ts';
import { exportRoutes } from './rendering/export.routes.ts';
import { Press } from './rendering/press.ts';

export function createParts(
  { outbox, clock, businessClock, entitlements, peers, logger }: Platform,
  env: Env,
): ServiceParts {
  const press = new Press({ threads: env.PRESS_THREADS, queue: env.PRESS_QUEUE, clock, logger });
  return {
    served: [
      ...exportRoutes({ press, peers, entitlements, outbox, clock }),
      ...archiveRoutes({
        peers,
        logger,
        slots: env.ARCHIVE_SLOTS,
        stallMs: env.ARCHIVE_STALL_MS,
        deadlineMs: env.ARCHIVE_DEADLINE_MS,
        slowBytesPerSecond: env.ARCHIVE_SLOW_BYTES_PER_SECOND,
      }),
    ],
    subscriptions: [entitlements.subscription, businessClock.subscription, ...consumers()],
    jobs: jobs(),
    close: () => press.close(),
  };
}
