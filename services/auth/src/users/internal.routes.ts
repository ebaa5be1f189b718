import { findUserStatus, listRevocations } from '@inkbear/contracts/auth/internal';
import { ProblemError } from '@inkbear/service-kit/problem';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import type { Revocations } from '../sessions/revocations.ts';
import { presentUserStatus } from './user.presenter.ts';
import type { UserRepository } from './user.repository.ts';

interface Deps {
  users: UserRepository;
  revocations: Revocations;
}

export const internalRoutes = ({ users, revocations }: Deps): ServedRoute[] => [
  serve(listRevocations, async ({ query }) => reply(200, await revocations.listAfter(query.after))),

  serve(findUserStatus, async ({ params }) => {
    const user = await users.find(params.id);
    if (!user) throw new ProblemError('auth.user_not_found');

    return reply(200, presentUserStatus(user));
  }),
];
