import { planGrantRequested, userRemoved } from '@inkbear/contracts/events';
import { on, type Subscription } from '@inkbear/service-kit/consumer';
import type { PlanAccounts } from '../plan-accounts/change-plan-account.ts';
import { grantOnce } from '../plan-accounts/grants.ts';
import { withRemoval } from '../plan-accounts/removal.ts';

export const consumers = (accounts: PlanAccounts): Subscription[] => [
  on(
    planGrantRequested,
    async ({ id, data }, transaction) =>
      void (await accounts.change(transaction, data.userId, (account, now) => grantOnce(account, id, data.plan, now))),
  ),

  // Only noted here; `settle-plans` asks the provider, as often as it takes.
  on(userRemoved, async ({ data: { userId, stage } }, transaction) => {
    if (stage !== 'erased') await accounts.change(transaction, userId, (account) => withRemoval(account, stage));
  }),
];
