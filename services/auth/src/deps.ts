import { authAdminAction } from '@inkbear/contracts/events';
import { adminActions } from '@inkbear/service-kit/admin-actions';
import { DeviceCookie } from '@inkbear/service-kit/device-cookie';
import { loadSigningKey } from '@inkbear/service-kit/keys';
import { Passwords } from '@inkbear/service-kit/passwords';
import type { Platform } from '@inkbear/service-kit/platform';
import type { ServiceParts } from '@inkbear/service-kit/service';
import { SignInThrottle } from '@inkbear/service-kit/sign-in-throttle';
import { consumers } from './consumers.ts';
import type { Env } from './env.ts';
import { jobs } from './jobs.ts';
import { Revocations } from './sessions/revocations.ts';
import { sessionRoutes } from './sessions/session.routes.ts';
import { SessionCookies } from './sessions/session-cookies.ts';
import { accountRoutes } from './users/account.routes.ts';
import { adminRoutes } from './users/admin.routes.ts';
import { emailRoutes } from './users/email.routes.ts';
import { passwordRoutes } from './users/password.routes.ts';
import { registerUser } from './users/register-user.ts';
import { eraseAccount } from './users/erase-account.ts';
import { internalRoutes } from './users/internal.routes.ts';
import { UserProjectionRepository } from './users/user-projection.repository.ts';
import { UserPresenter } from './users/user.presenter.ts';
import { UserRepository } from './users/user.repository.ts';
import { WritingDayRepository } from './writing-days/writing-day.repository.ts';

export function createParts(
  { connection, outbox, clock, newId, entitlements, erasure, businessClock, batches }: Platform,
  env: Env,
): ServiceParts {
  const users = new UserRepository(connection);
  const passwords = new Passwords({ cost: env.PASSWORD_COST });
  const revocations = new Revocations(connection);
  const writingDays = new WritingDayRepository(connection, clock);
  const projections = new UserProjectionRepository(connection);
  const presenter = new UserPresenter({ entitlements, projections, writingDays });
  const signer = loadSigningKey(env.SESSION_KEY_FILE);
  const device = new DeviceCookie({ name: 'inkbear_device', publicUrl: env.PUBLIC_URL });
  const sessionCookies = new SessionCookies({ signer, newId, device, publicUrl: env.PUBLIC_URL });
  const throttle = new SignInThrottle(connection);
  const deps = {
    users,
    passwords,
    revocations,
    outbox,
    clock,
    newId,
    presenter,
    entitlements,
    sessionCookies,
    device,
    throttle,
    recordAdminAction: adminActions({ event: authAdminAction, clock, newId }),
  };
  return {
    served: [
      ...sessionRoutes({ ...deps, register: (input, jobOwner) => registerUser(deps, { input, jobOwner }) }),
      ...accountRoutes(deps),
      ...emailRoutes(deps),
      ...passwordRoutes(deps),
      ...adminRoutes(deps),
      ...internalRoutes(deps),
    ],
    subscriptions: [entitlements.subscription, businessClock.subscription, ...consumers({ projections, writingDays })],
    jobs: jobs({ ...deps, erasure, batches }),
    erase: eraseAccount({ users, projections, throttle, writingDays }),
    close: () => passwords.close(),
  };
}
