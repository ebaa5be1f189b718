import {
  adminCreateUser,
  adminResetPassword,
  deleteUser,
  getPlanStatus,
  getPublicStats,
  getUser,
} from '@inkbear/contracts/auth/account';
import { findUserStatus, listRevocations } from '@inkbear/contracts/auth/internal';
import type { RecordAdminAction } from '@inkbear/service-kit/admin-actions';
import { clientShare } from '@inkbear/service-kit/client-address';
import type { Entitlements } from '@inkbear/service-kit/entitlements';
import { actorOf } from '@inkbear/service-kit/identity';
import { ProblemError } from '@inkbear/service-kit/problem';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import type { SignInThrottle } from '@inkbear/service-kit/sign-in-throttle';
import type { Sessions } from '../sessions/session.ts';
import { registerUser } from './register-user.ts';
import { closingAccount, removeUser } from './remove-user.ts';
import { resetPassword } from './reset-password.ts';
import type { UserRow } from './user.ts';
import type { UserPresenter } from './user.presenter.ts';

type Deps = Parameters<typeof registerUser>[0] &
  Parameters<typeof removeUser>[0] & {
    presenter: UserPresenter;
    entitlements: Entitlements;
    sessions: Sessions;
    throttle: SignInThrottle;
    recordAdminAction: RecordAdminAction;
  };

export function accountRoutes(deps: Deps): ServedRoute[] {
  const { users, revocations, passwords, presenter, entitlements, sessions, throttle } = deps;
  const getSignedIn = async (userId: string): Promise<UserRow> => {
    const user = await users.find(userId);
    if (!user || user.deletedAt !== null) throw new ProblemError('auth.signed_out');
    return user;
  };

  return [
    serve(getUser, async ({ identity, timeZone }) =>
      reply(200, await presenter.present(await getSignedIn(identity.userId), timeZone)),
    ),

    serve(getPlanStatus, async ({ identity }) => {
      const { plan, isActive, planEndDate, exportUntil } = await entitlements.find(
        (await getSignedIn(identity.userId))._id,
      );
      return reply(200, { plan, isActive, planEndDate, exportUntil });
    }),

    serve(deleteUser, async ({ identity, body, headers }) => {
      const user = await getSignedIn(identity.userId);
      const check = { password: body.password, hash: user.passwordHash, share: clientShare(headers, user._id) };
      const isRight = await throttle.guard(closingAccount(user._id), [], async () =>
        (await passwords.matches(check)) ? true : null,
      );
      if (!isRight) throw new ProblemError('auth.wrong_password');
      await removeUser(deps, user);
      return reply(
        200,
        { message: 'Your account is closed. Sign in within 30 days to bring it back.' },
        { 'Set-Cookie': sessions.close() },
      );
    }),

    serve(getPublicStats, async () => reply(200, { authors: await users.countAuthors() })),

    serve(adminCreateUser, async ({ body, identity, timeZone }) => {
      const { plan, ...input } = body;
      const actor = actorOf(identity);
      const { user } = await registerUser(deps, {
        input,
        plan,
        share: actor,
        also: ({ _id }, transaction) =>
          deps.recordAdminAction(transaction, actor, {
            action: 'user.created',
            target: _id,
            before: null,
            after: { plan },
          }),
      });
      return reply(201, await presenter.present(user, timeZone));
    }),

    serve(adminResetPassword, async ({ body, identity }) => {
      await resetPassword(deps, actorOf(identity), body);
      return reply(200, { message: 'The password was reset.' });
    }),

    serve(listRevocations, async ({ query }) => reply(200, await revocations.listAfter(query.after))),

    serve(findUserStatus, async ({ params }) => {
      const user = await users.find(params.id);
      if (!user) throw new ProblemError('auth.user_not_found');
      const { _id: id, email, firstName, lastName, referralCode, isAdmin } = user;
      return reply(200, {
        id,
        email,
        firstName,
        lastName,
        referralCode,
        isAdmin,
        deletedAt: user.deletedAt?.toISOString() ?? null,
      });
    }),
  ];
}
