import { creditBalanceChanged, planGrantRequested, userRemoved } from '@inkbear/contracts/events';
import type { Clock } from '@inkbear/service-kit/clock';
import { on, type Subscription } from '@inkbear/service-kit/consumer';
import { changePlanAccount } from './plan-accounts/change-plan-account.ts';
import type { CreditBalanceRepository } from './plan-accounts/credit-balance.repository.ts';
import { grantOnce, withRemoval } from './plan-accounts/plan-account-decisions.ts';
import type { PlanAccountRepository } from './plan-accounts/plan-account.repository.ts';

interface ConsumerDeps {
  accounts: PlanAccountRepository;
  creditBalances: CreditBalanceRepository;
  clock: Clock;
}

export const consumers = (deps: ConsumerDeps): Subscription[] => [
  on(creditBalanceChanged, async ({ data: { userId, balance }, seq }, { session }) => {
    await deps.creditBalances.upsertIfNewer({ userId, balance, seq }, session);
  }),

  on(planGrantRequested, async ({ id, data }, transaction) => {
    await changePlanAccount(deps, transaction, {
      userId: data.userId,
      decide: (account, now) => grantOnce(account, id, data.plan, now),
    });
  }),

  // Only records the removal. The job `run-due-work` calls the provider and retries until it answers.
  on(userRemoved, async ({ data: { userId, stage } }, transaction) => {
    if (stage === 'erased') return;
    await changePlanAccount(deps, transaction, { userId, decide: (account) => withRemoval(account, stage) });
  }),
];
