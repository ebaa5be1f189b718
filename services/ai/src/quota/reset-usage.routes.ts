import { resetAllAiUsage, resetUserAiUsage } from '@inkbear/contracts/ai/usage-reset';
import { findUserStatus } from '@inkbear/contracts/auth/internal';
import { actorOf } from '@inkbear/service-kit/identity';
import type { Peers } from '@inkbear/service-kit/peers';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { resetUsage } from './reset-usage.ts';

/** Routes for admins. Auth is asked whether the user exists, because an existing user may have no counters here. */
export function resetUsageRoutes(deps: Parameters<typeof resetUsage>[0] & { peers: Peers }): ServedRoute[] {
  const requireUser = (id: string) => deps.peers.call(findUserStatus, { params: { id }, timeoutMs: 300 });
  return [
    serve(resetUserAiUsage, async ({ body, identity }) => {
      await requireUser(body.userId);
      await resetUsage(deps, body.userId, 'month', actorOf(identity));
      return reply(200, { message: 'This month’s AI usage was reset.' });
    }),

    serve(resetAllAiUsage, async ({ body, identity }) => {
      await requireUser(body.userId);
      await resetUsage(deps, body.userId, 'all', actorOf(identity));
      return reply(200, { message: 'All AI usage was reset, including that of books, chapters and stories.' });
    }),
  ];
}
