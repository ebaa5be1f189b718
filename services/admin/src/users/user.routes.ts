import { getAdminUser, listAdminUsers } from '@inkbear/contracts/admin/users';
import { findUserStatus } from '@inkbear/contracts/auth/internal';
import {
  findAiStorage,
  findBooksStorage,
  findFilesStorage,
  findStoriesStorage,
  getAdminUserStorage,
} from '@inkbear/contracts/storage';
import type { Clock } from '@inkbear/service-kit/clock';
import { nextLink } from '@inkbear/service-kit/list-page';
import type { Peers } from '@inkbear/service-kit/peers';
import { ProblemError } from '@inkbear/service-kit/problem';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { startOfMonth } from '../analytics/months.ts';
import type { ClockMoveRepository } from '../projections/clock-move.repository.ts';
import type { UserList } from './user-list.ts';
import { presentPlanDetails, presentUser } from './user.ts';
import type { UserRepository } from './user.repository.ts';

interface Deps {
  users: UserRepository;
  userList: UserList;
  clockMoves: ClockMoveRepository;
  peers: Peers;
  clock: Clock;
}

export function userRoutes({ users, userList, clockMoves, peers, clock }: Deps): ServedRoute[] {
  const loadTimes = async () => {
    const now = clock.now();
    return { now, monthStart: startOfMonth(now), moves: await clockMoves.list() };
  };

  return [
    serve(listAdminUsers, async ({ query }) => {
      await userList.startNewMonth();
      const times = await loadTimes();
      const { rows, next } = await users.list(query, times.now);
      return reply(
        200,
        rows.flatMap((row) => (row.list ? [presentUser(row, row.list, times)] : [])),
        nextLink(listAdminUsers, query, next),
      );
    }),

    serve(getAdminUser, async ({ params: { id } }) => {
      await userList.startNewMonth();
      const row = await users.find(id);
      if (!row?.list) return await rejectUnknownUser(peers, id);
      const times = await loadTimes();
      const [payments, referrals] = await Promise.all([users.listPayments(id), users.countReferrals(id)]);
      return reply(200, {
        ...presentUser(row, row.list, times),
        ...presentPlanDetails(row, times.now),
        storyCount: row.list.storyCount,
        referrals,
        payments: payments.map(
          ({ _id: paymentId, data: { plan, subscriptionId, amount, currency, paidAt }, refunded }) => ({
            paymentId,
            subscriptionId,
            plan,
            amount,
            refunded,
            currency,
            paidAt: paidAt.toISOString(),
          }),
        ),
      });
    }),

    serve(getAdminUserStorage, async ({ params }) => {
      const [books, stories, aiResults, files] = await Promise.all([
        orNull(peers.call(findBooksStorage, { params })),
        orNull(peers.call(findStoriesStorage, { params })),
        orNull(peers.call(findAiStorage, { params })),
        orNull(peers.call(findFilesStorage, { params })),
      ]);
      return reply(200, { books, stories, aiResults, files });
    }),
  ];
}

/** Returns null when a service does not respond, because the figures of the others are still useful. */
async function orNull<T>(response: Promise<T>): Promise<T | null> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof ProblemError) return null;
    throw error;
  }
}

/** Throws 404 if auth does not know the user. Otherwise the registration event has not arrived yet: throws 503. */
async function rejectUnknownUser(peers: Peers, id: string): Promise<never> {
  await peers.call(findUserStatus, { params: { id }, timeoutMs: 300 });
  throw new ProblemError('server.unavailable');
}
