import { findUserStatus } from '@inkbear/contracts/auth/internal';
import { getEntitlement, updateUserPlan } from '@inkbear/contracts/billing/billing';
import { actorOf } from '@inkbear/service-kit/identity';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { overridePlan, type OverrideDeps } from './override-plan.ts';
import { entitlementOf } from './plan-account.ts';

export const planRoutes = (deps: OverrideDeps): ServedRoute[] => [
  serve(getEntitlement, async ({ params }) => {
    const account = await deps.accounts.get(params.id);

    return reply(200, entitlementOf(account, deps.clock.now()));
  }),

  serve(updateUserPlan, async ({ body, identity }) => {
    await deps.peers.call(findUserStatus, { params: { id: body.userId } });

    const { entitlement, isAppliedInBooks } = await overridePlan(deps, body, actorOf(identity));
    const message = isAppliedInBooks
      ? 'The plan was updated.'
      : 'The plan was updated. The books service did not respond; the new limit or balance will apply shortly.';

    return reply(200, { message, user: entitlement });
  }),
];
