import type { Platform } from '@inkbear/service-kit/platform';
import type { ServiceParts } from '@inkbear/service-kit/service';
import { AllowanceRepository } from './allowance/allowance.repository.ts';
import { BookPolicy } from './books/book.policy.ts';
import { BookRepository } from './books/book.repository.ts';
import { bookRoutes } from './books/book.routes.ts';
import { internalRoutes } from './books/internal.routes.ts';
import { ChapterRepository } from './chapters/chapter.repository.ts';
import { chapterRoutes } from './chapters/chapter.routes.ts';
import { subscriptions } from './consumers/index.ts';
import { jobs } from './jobs/index.ts';
import { RevisionRepository } from './revisions/revision.repository.ts';
import { revisionRoutes } from './revisions/revision.routes.ts';
import { TrashRepository } from './trash/trash.repository.ts';
import { trashRoutes } from './trash/trash.routes.ts';

export function createParts({ connection, outbox, clock, newId, entitlements, businessClock }: Platform): ServiceParts {
  const deps = {
    books: new BookRepository(connection),
    chapters: new ChapterRepository(connection),
    revisions: new RevisionRepository(connection),
    trash: new TrashRepository(connection),
    allowances: new AllowanceRepository(connection),
    policy: new BookPolicy(entitlements),
    entitlements, outbox, clock, newId,
  };
  return {
    served: [...bookRoutes(deps), ...chapterRoutes(deps), ...revisionRoutes(deps), ...trashRoutes(deps), ...internalRoutes(deps)],
    subscriptions: [entitlements.subscription, businessClock.subscription, ...subscriptions(deps)],
    jobs: jobs(deps),
  };
}
