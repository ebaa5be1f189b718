import { adminAdminAction } from '@inkbear/contracts/events';
import { adminActions } from '@inkbear/service-kit/admin-actions';
import { DeviceCookie } from '@inkbear/service-kit/device-cookie';
import { loadSigningKey } from '@inkbear/service-kit/keys';
import { Passwords } from '@inkbear/service-kit/passwords';
import type { Platform } from '@inkbear/service-kit/platform';
import { RevocationLog } from '@inkbear/service-kit/revocation-log';
import type { ServiceParts } from '@inkbear/service-kit/service';
import { SignInThrottle } from '@inkbear/service-kit/sign-in-throttle';
import { workerFile } from '@inkbear/service-kit/worker-pool';
import { aiUsageRoutes } from './ai-usage/ai-usage.routes.ts';
import { AnalyticsRepository } from './analytics/analytics.repository.ts';
import { analyticsRoutes } from './analytics/analytics.routes.ts';
import { auditRoutes } from './audit/audit.routes.ts';
import { consumers } from './consumers.ts';
import type { Env } from './env.ts';
import { jobs } from './jobs.ts';
import { LogoRepository } from './logo/logo.repository.ts';
import { logoRoutes } from './logo/logo.routes.ts';
import { Rebuild } from './rebuild/rebuild.ts';
import { RebuildRepository } from './rebuild/rebuild.repository.ts';
import { AdminSessions } from './sessions/admin-sessions.ts';
import { sessionRoutes } from './sessions/session.routes.ts';
import { PageViewRepository } from './site/page-view.repository.ts';
import { pageViewRoutes } from './site/page-view.routes.ts';
import { storyRoutes } from './stories/story.routes.ts';
import { UserList } from './users/user-list.ts';
import { UserRepository } from './users/user.repository.ts';
import { userRoutes } from './users/user.routes.ts';

export function createParts(
  { connection, outbox, clock, businessClock, newId, peers, erasure, logger }: Platform,
  env: Env,
): ServiceParts {
  const passwords = new Passwords({ worker: workerFile(import.meta.url, 'passwords/hash.worker'), cost: 10 });
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
  const users = new UserRepository(connection);
  const userList = new UserList(connection, clock);
  const logos = new LogoRepository(connection);
  const analytics = new AnalyticsRepository(connection);
  const rebuild = new Rebuild({
    connection,
    erasure,
    peers,
    analytics,
    userList,
    rebuilds: new RebuildRepository(connection),
    clock,
    logger,
  });
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
      ...pageViewRoutes({ pageViews: new PageViewRepository(connection, clock) }),
      ...logoRoutes({ logos, outbox, peers, clock, newId, recordAdminAction }),
      ...analyticsRoutes({ analytics, clock }),
      ...userRoutes({ users, userList, connection, peers, clock }),
      ...storyRoutes({ connection }),
      ...aiUsageRoutes({ connection, clock }),
      ...auditRoutes({ connection }),
    ],
    subscriptions: consumers({ connection, erasure, userList, kitSubscriptions: [businessClock.subscription] }),
    jobs: jobs({ rebuild }),
    erase: [(userId) => users.eraseNames(userId), (userId) => logos.eraseUploader(userId)],
    close: () => passwords.close(),
  };
}
