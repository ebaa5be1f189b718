import { deleteUser, getPlanStatus, getPublicStats, getUser, updateUser } from '@inkbear/contracts/auth/account';
import type { Entitlements } from '@inkbear/service-kit/entitlements';
import type { Passwords } from '@inkbear/service-kit/passwords';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import type { SignInThrottle } from '@inkbear/service-kit/sign-in-throttle';
import type { SessionCookies } from '../sessions/session-cookies.ts';
import { changeName } from './change-name.ts';
import { closeAccountThrottleKey, closeAccount } from './close-account.ts';
import { getSignedInUser, requirePassword } from './signed-in-user.ts';
import type { UserPresenter } from './user.presenter.ts';

type Deps = Parameters<typeof closeAccount>[0] & {
  passwords: Passwords;
  presenter: UserPresenter;
  entitlements: Entitlements;
  sessionCookies: SessionCookies;
  throttle: SignInThrottle;
};

export function accountRoutes(deps: Deps): ServedRoute[] {
  const { users, presenter, entitlements, sessionCookies } = deps;

  return [
    serve(getUser, async ({ identity, timeZone }) => {
      const user = await getSignedInUser(users, identity.userId);

      return reply(200, await presenter.present(user, timeZone));
    }),

    serve(updateUser, async ({ identity, body, timeZone }) => {
      const user = await changeName(deps, identity.userId, body);

      return reply(200, await presenter.present(user, timeZone));
    }),

    serve(getPlanStatus, async ({ identity }) => {
      const user = await getSignedInUser(users, identity.userId);
      const { plan, isActive, planEndDate, exportUntil } = await entitlements.find(user._id);

      return reply(200, { plan, isActive, planEndDate, exportUntil });
    }),

    serve(deleteUser, async ({ identity, body, headers }) => {
      const user = await getSignedInUser(users, identity.userId);
      const { password } = body;
      await requirePassword(deps, user, { password, key: closeAccountThrottleKey(user._id), headers });
      await closeAccount(deps, user);

      return reply(
        200,
        { message: 'Your account is closed. Sign in within 30 days to restore everything.' },
        { 'Set-Cookie': sessionCookies.clear() },
      );
    }),

    serve(getPublicStats, async () => reply(200, { authors: await users.countAuthors() })),
  ];
}
