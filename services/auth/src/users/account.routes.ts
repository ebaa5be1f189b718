import { deleteUser, getPlanStatus, getPublicStats, getUser } from '@inkbear/contracts/auth/account';
import { clientShare } from '@inkbear/service-kit/client-address';
import type { Entitlements } from '@inkbear/service-kit/entitlements';
import type { Passwords } from '@inkbear/service-kit/passwords';
import { ProblemError } from '@inkbear/service-kit/problem';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import type { SignInThrottle } from '@inkbear/service-kit/sign-in-throttle';
import type { SessionCookies } from '../sessions/session-cookies.ts';
import { closeAccountThrottleKey, closeAccount } from './close-account.ts';
import type { UserRow } from './user.ts';
import type { UserPresenter } from './user.presenter.ts';

type Deps = Parameters<typeof closeAccount>[0] & {
  passwords: Passwords;
  presenter: UserPresenter;
  entitlements: Entitlements;
  sessionCookies: SessionCookies;
  throttle: SignInThrottle;
};

export function accountRoutes(deps: Deps): ServedRoute[] {
  const { users, passwords, presenter, entitlements, sessionCookies, throttle } = deps;
  const getSignedIn = async (userId: string): Promise<UserRow> => {
    const user = await users.find(userId);
    if (!user || user.deletedAt !== null) throw new ProblemError('auth.signed_out');
    return user;
  };

  return [
    serve(getUser, async ({ identity, timeZone }) => {
      const user = await getSignedIn(identity.userId);

      return reply(200, await presenter.present(user, timeZone));
    }),

    serve(getPlanStatus, async ({ identity }) => {
      const user = await getSignedIn(identity.userId);
      const { plan, isActive, planEndDate, exportUntil } = await entitlements.find(user._id);

      return reply(200, { plan, isActive, planEndDate, exportUntil });
    }),

    serve(deleteUser, async ({ identity, body, headers }) => {
      const user = await getSignedIn(identity.userId);
      const check = { password: body.password, hash: user.passwordHash, share: clientShare(headers, user._id) };
      const isCorrect = await throttle.guard(closeAccountThrottleKey(user._id), [], async () =>
        (await passwords.matches(check)) ? true : null,
      );
      if (!isCorrect) throw new ProblemError('auth.wrong_password');
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
