import { creditBalanceChanged, planGrantRequested, userRemoved } from '@inkbear/contracts/events';
import { on, type Subscription } from '@inkbear/service-kit/consumer';
import type { PlanAccounts } from './plan-accounts/change-plan-account.ts';
import type { CreditBalanceRepository } from './plan-accounts/credit-balance.repository.ts';
import { grantOnce, withRemoval } from './plan-accounts/plan-account-decisions.ts';

interface ConsumerDeps {
  accounts: PlanAccounts;
  creditBalances: CreditBalanceRepository;
}

export const consumers = ({ accounts, creditBalances }: ConsumerDeps): Subscription[] => [
  on(creditBalanceChanged, async ({ data: { userId, balance }, seq }, { session }) => {
    await creditBalances.upsertIfNewer({ userId, balance, seq }, session);
  }),

  on(planGrantRequested, async ({ id, data }, transaction) => {
    await accounts.change(transaction, data.userId, (account, now) => grantOnce(account, id, data.plan, now));
  }),

  // Only records the removal. The job `settle-plans` calls the provider and retries until it answers.
  on(userRemoved, async ({ data: { userId, stage } }, transaction) => {
    if (stage !== 'erased') await accounts.change(transaction, userId, (account) => withRemoval(account, stage));
  }),
];
