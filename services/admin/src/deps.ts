import { isHttps } from '@inkbear/contracts/auth/session-token';
import { loadSigningKey } from '@inkbear/service-kit/keys';
import { Passwords } from '@inkbear/service-kit/passwords';
import type { Platform } from '@inkbear/service-kit/platform';
import { RevocationLog } from '@inkbear/service-kit/revocation-log';
import type { ServiceParts } from '@inkbear/service-kit/service';
import { SignInThrottle } from '@inkbear/service-kit/sign-in-throttle';
import { workerFile } from '@inkbear/service-kit/worker-pool';
import type { Env } from './env.ts';
import { AdminSessions } from './sessions/admin-sessions.ts';
import { sessionRoutes } from './sessions/session.routes.ts';
import { Site } from './site/site.repository.ts';
import { siteRoutes } from './site/site.routes.ts';

export function createParts({ connection, outbox, clock, businessClock, newId }: Platform, env: Env): ServiceParts {
  const passwords = new Passwords({ worker: workerFile(import.meta.url, 'passwords/hash.worker'), cost: 10 });
  const revocations = new RevocationLog<{ sid: string }>(connection, env.ADMIN_SESSION_MINUTES * 60_000);
  const sessions = new AdminSessions({ signer: loadSigningKey(env.SESSION_KEY_FILE), newId, outbox, revocations, minutes: env.ADMIN_SESSION_MINUTES });
  const throttle = new SignInThrottle(connection);
  return {
    served: [...sessionRoutes({ sessions, revocations, passwords, throttle, passwordHash: env.ADMIN_PASSWORD_HASH, secure: isHttps(env.PUBLIC_URL) }), ...siteRoutes({ site: new Site(connection, clock) })],
    subscriptions: [businessClock.subscription],
    jobs: [],
    close: () => passwords.close(),
  };
}
