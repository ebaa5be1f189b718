import { findUserStatus } from '@inkbear/contracts/auth/internal';
import { getEntitlement, updateUserPlan } from '@inkbear/contracts/billing/billing';
import type { Peers } from '@inkbear/service-kit/peers';
import { actorOf } from '@inkbear/service-kit/identity';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import type { PlanAccounts } from './change-plan-account.ts';
import type { OverridePlan } from './override-plan.ts';

interface Deps {
  accounts: PlanAccounts;
  overridePlan: OverridePlan;
  peers: Peers;
}

export const planRoutes = ({ accounts, overridePlan, peers }: Deps): ServedRoute[] => [
  serve(getEntitlement, async ({ params }) => reply(200, await accounts.getEntitlement(params.id))),

  serve(updateUserPlan, async ({ body, identity }) => {
    await peers.call(findUserStatus, { params: { id: body.userId } });

    const { entitlement, isAppliedInBooks } = await overridePlan.run(body, actorOf(identity));
    const message = isAppliedInBooks
      ? 'The plan was updated.'
      : 'The plan was updated. Books did not answer, and will apply a new limit or balance in a moment.';

    return reply(200, { message, user: entitlement });
  }),
];
