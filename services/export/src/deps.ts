import { FairSlots } from '@inkbear/service-kit/fair-slots';
import type { Platform } from '@inkbear/service-kit/platform';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { ServiceParts } from '@inkbear/service-kit/service';
import { archiveRoutes } from './archive/archive.routes.ts';
import { consumers } from './consumers.ts';
import { CoverRepository } from './covers/cover.repository.ts';
import { coverRoutes } from './covers/cover.routes.ts';
import { ImagePool } from './covers/image-pool.ts';
import { EditionRepository } from './editions/edition.repository.ts';
import { EditionRunner } from './editions/edition-runner.ts';
import { editionRoutes } from './editions/edition.routes.ts';
import { createQuota } from './editions/quota.ts';
import { eraseEditions } from './editions/remove-editions.ts';
import { StoredFileRepository } from './editions/stored-file.repository.ts';
import type { Env } from './env.ts';
import { importRoutes } from './imports/import.routes.ts';
import { ImportRepository } from './imports/import.repository.ts';
import { ImportRunner } from './imports/import-runner.ts';
import { ReadingPool } from './imports/reading-pool.ts';
import { eraseImports } from './imports/remove-imports.ts';
import { jobs } from './jobs.ts';
import { queueFull, shortQueue } from './rendering/queues.ts';
import { exportRoutes } from './rendering/export.routes.ts';
import { TypesettingPool, requireMemory } from './rendering/typesetting-pool.ts';

/** Books that are frozen at a time; each is in memory as a whole. */
const maxFreezes = 2;
/** Manuscripts that are uploaded at a time. */
const maxUploads = 8;

/** Another upload of a user waits for nothing, and further ones of all users neither: their authors can try again. */
const createUploadSlots = () =>
  new FairSlots({
    name: 'uploads',
    slots: maxUploads,
    maxRunningPerOwner: 1,
    maxWaiting: 0,
    maxWaitingPerOwner: 0,
    createFullError: () => new ProblemError('imports.busy', { retryAfterSeconds: 10 }),
  });

export function createParts(platform: Platform, env: Env): ServiceParts {
  const { connection, outbox, clock, businessClock, entitlements, peers, logger } = platform;
  const pressSize = { processes: env.PRESS_PROCESSES, heapMb: env.PRESS_HEAP_MB };
  requireMemory(pressSize);
  const typesetting = new TypesettingPool({ ...pressSize, queue: env.PRESS_QUEUE, clock, logger });
  const images = new ImagePool();
  const reading = new ReadingPool({ runInSlot: (request, work) => typesetting.runInSlot(request, work) });
  const storedFiles = new StoredFileRepository(connection);
  const deps = {
    ...platform,
    typesetting,
    images,
    reading,
    storedFiles,
    imports: new ImportRepository(connection),
    uploadSlots: createUploadSlots(),
    uploadStallMs: env.UPLOAD_STALL_MS,
    editions: new EditionRepository(connection),
    covers: new CoverRepository(connection),
    quota: createQuota({ connection, entitlements, storedFiles }),
    freezeSlots: new FairSlots({ name: 'editions', slots: maxFreezes, ...shortQueue, createFullError: queueFull }),
  };
  // Files of editions leave a process to documents that other authors wait for.
  const runner = new EditionRunner({ ...deps, capacity: Math.max(1, env.PRESS_PROCESSES - 1) });
  const importRunner = new ImportRunner(deps);
  return {
    served: [
      ...exportRoutes({
        typesetting,
        peers,
        entitlements,
        outbox,
        clock,
        publicOrigin: new URL(env.PUBLIC_URL).origin,
      }),
      ...editionRoutes({ ...deps, runner }),
      ...coverRoutes(deps),
      ...importRoutes({ ...deps, importRunner }),
      ...archiveRoutes({
        peers,
        logger,
        slots: env.ARCHIVE_SLOTS,
        stallMs: env.ARCHIVE_STALL_MS,
        deadlineMs: env.ARCHIVE_DEADLINE_MS,
        slowBytesPerSecond: env.ARCHIVE_SLOW_BYTES_PER_SECOND,
      }),
    ],
    subscriptions: [entitlements.subscription, businessClock.subscription, ...consumers(deps)],
    jobs: jobs(deps),
    erase: [eraseImports(deps.imports), ...eraseEditions(deps), deps.quota.erase],
    close: async () => {
      await Promise.all([runner.stop(), importRunner.stop()]);
      await Promise.all([typesetting.close(), images.close(), reading.close()]);
    },
  };
}
