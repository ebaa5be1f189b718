import { planGrantRequested, userRemoved } from '@inkbear/contracts/events';
import { on, type Subscription } from '@inkbear/service-kit/consumer';
import type { PlanAccounts } from '../plan-accounts/change-plan-account.ts';
import { grantOnce } from '../plan-accounts/grants.ts';
import type { PlanAccountRepository } from '../plan-accounts/plan-account.repository.ts';

export const consumers = (accounts: PlanAccounts, accountRows: PlanAccountRepository): Subscription[] => [
  on(planGrantRequested, async ({ id, data }, transaction) => void (await accounts.change(transaction, data.userId, (account, now) => grantOnce(account, id, data.plan, now)))),
  on(userRemoved, async ({ data }, { session }) => {
    if (data.stage === 'erased') await accountRows.wantCancellation(data.userId, session);
  }),
];
