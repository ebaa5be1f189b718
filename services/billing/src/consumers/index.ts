import { planGrantRequested } from '@inkbear/contracts/events';
import { on, type Subscription } from '@inkbear/service-kit/consumer';
import type { PlanAccounts } from '../plan-accounts/change-plan-account.ts';
import { grantOnce } from '../plan-accounts/grants.ts';

export const consumers = (accounts: PlanAccounts): Subscription[] => [
  on(planGrantRequested, async ({ id, data }, transaction) => void (await accounts.change(transaction, data.userId, (account, now) => grantOnce(account, id, data.plan, now)))),
];
