import { planGrantRequested, userRemoved } from '@inkbear/contracts/events';
import { on, type Subscription } from '@inkbear/service-kit/consumer';
import type { PlanAccounts } from '../plan-accounts/change-plan-account.ts';
import { grantPlan } from '../plan-accounts/grants.ts';

export const consumers = (accounts: PlanAccounts, cancelPaidPlan: (userId: string) => Promise<void>): Subscription[] => [
  on(planGrantRequested, async ({ data }, transaction) => void (await accounts.change(transaction, data.userId, (account, now) => grantPlan(account, data.plan, now)))),
  on(userRemoved, async ({ data }) => {
    if (data.stage === 'erased') await cancelPaidPlan(data.userId);
  }),
];
