import { adminCreateUser, adminResetPassword } from '@inkbear/contracts/auth/account';
import { actorOf } from '@inkbear/service-kit/identity';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { registerUser } from './register-user.ts';
import { resetPassword } from './reset-password.ts';
import type { UserPresenter } from './user.presenter.ts';

type Deps = Parameters<typeof registerUser>[0] & Parameters<typeof resetPassword>[0] & { presenter: UserPresenter };

export const adminRoutes = (deps: Deps): ServedRoute[] => [
  serve(adminCreateUser, async ({ body, identity, timeZone }) => {
    const { plan, ...input } = body;
    const actor = actorOf(identity);
    const { user } = await registerUser(deps, {
      input,
      plan,
      jobOwner: actor,
      inSameTransaction: ({ _id }, transaction) =>
        deps.recordAdminAction(transaction, actor, {
          action: 'user.created',
          target: _id,
          before: null,
          after: { plan },
        }),
    });

    return reply(201, await deps.presenter.present(user, timeZone));
  }),

  serve(adminResetPassword, async ({ body, identity }) => {
    await resetPassword(deps, { actor: actorOf(identity), ...body });

    return reply(200, { message: 'The password was reset.' });
  }),
];
