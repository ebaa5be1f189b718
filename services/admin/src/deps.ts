import { adminAdminAction } from '@inkbear/contracts/events';
import { adminActions } from '@inkbear/service-kit/admin-actions';
import type { Clock } from '@inkbear/service-kit/clock';
import { DeviceCookie } from '@inkbear/service-kit/device-cookie';
import { loadSigningKey } from '@inkbear/service-kit/keys';
import { Passwords } from '@inkbear/service-kit/passwords';
import type { Platform } from '@inkbear/service-kit/platform';
import { RevocationLog } from '@inkbear/service-kit/revocation-log';
import type { ServiceParts } from '@inkbear/service-kit/service';
import { SignInThrottle } from '@inkbear/service-kit/sign-in-throttle';
import type { Connection } from 'mongoose';
import { AiUsageRepository } from './ai-usage/ai-usage.repository.ts';
import { aiUsageRoutes } from './ai-usage/ai-usage.routes.ts';
import { AnalyticsRepository } from './analytics/analytics.repository.ts';
import { analyticsRoutes } from './analytics/analytics.routes.ts';
import { AuditRepository } from './audit/audit.repository.ts';
import { auditRoutes } from './audit/audit.routes.ts';
import { consumers } from './consumers.ts';
import type { Env } from './env.ts';
import { jobs } from './jobs.ts';
import { LogoRepository } from './logo/logo.repository.ts';
import { logoRoutes } from './logo/logo.routes.ts';
import { ClockMoveRepository } from './projections/clock-move.repository.ts';
import { ProjectionRepository } from './projections/projection.repository.ts';
import { Rebuild } from './rebuild/rebuild.ts';
import { RebuildRepository } from './rebuild/rebuild.repository.ts';
import { AdminSessions } from './sessions/admin-sessions.ts';
import { sessionRoutes } from './sessions/session.routes.ts';
import { PageViewRepository } from './site/page-view.repository.ts';
import { pageViewRoutes } from './site/page-view.routes.ts';
import { StoryRepository } from './stories/story.repository.ts';
import { storyRoutes } from './stories/story.routes.ts';
import { UserCountsRepository } from './users/user-counts.repository.ts';
import { UserList } from './users/user-list.ts';
import { UserRepository } from './users/user.repository.ts';
import { userRoutes } from './users/user.routes.ts';

export function createParts(
  { connection, outbox, clock, businessClock, newId, peers, erasure, logger }: Platform,
  env: Env,
): ServiceParts {
  const passwords = new Passwords({ cost: 10 });
  const revocations = new RevocationLog<{ sid: string }>(connection, env.ADMIN_SESSION_MINUTES * 60_000);
  const recordAdminAction = adminActions({ event: adminAdminAction, clock, newId });
  const sessions = new AdminSessions({
    signer: loadSigningKey(env.SESSION_KEY_FILE),
    newId,
    outbox,
    revocations,
    minutes: env.ADMIN_SESSION_MINUTES,
    recordAdminAction,
  });
  const repositories = createRepositories(connection, clock);
  const { users, counts, stories, logos, projections } = repositories;
  const userList = new UserList({ connection, users, counts, stories, clock });
  const deps = {
    ...repositories,
    connection,
    outbox,
    erasure,
    peers,
    clock,
    newId,
    logger,
    userList,
    recordAdminAction,
  };
  const rebuild = new Rebuild(deps);
  return {
    served: [
      ...sessionRoutes({
        sessions,
        revocations,
        passwords,
        throttle: new SignInThrottle(connection),
        passwordHash: env.ADMIN_PASSWORD_HASH,
        device: new DeviceCookie({ name: 'inkbear_admin_device', publicUrl: env.PUBLIC_URL }),
      }),
      ...pageViewRoutes(deps),
      ...logoRoutes(deps),
      ...analyticsRoutes(deps),
      ...userRoutes(deps),
      ...storyRoutes(deps),
      ...aiUsageRoutes(deps),
      ...auditRoutes(deps),
    ],
    subscriptions: consumers({ projections, erasure, userList, kitSubscriptions: [businessClock.subscription] }),
    jobs: jobs({ rebuild }),
    erase: [
      (userId) => users.eraseNames(userId),
      (userId) => stories.eraseTitles(userId),
      (userId) => logos.eraseUploader(userId),
    ],
    close: () => passwords.close(),
  };
}

function createRepositories(connection: Connection, clock: Clock) {
  const clockMoves = new ClockMoveRepository(connection);
  return {
    users: new UserRepository(connection),
    counts: new UserCountsRepository(connection),
    stories: new StoryRepository(connection),
    aiUsage: new AiUsageRepository(connection),
    audit: new AuditRepository(connection),
    logos: new LogoRepository(connection),
    pageViews: new PageViewRepository(connection, clock),
    clockMoves,
    analytics: new AnalyticsRepository(connection, clockMoves),
    projections: new ProjectionRepository(connection),
    rebuilds: new RebuildRepository(connection),
  };
}
