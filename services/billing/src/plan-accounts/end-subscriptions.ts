import type { Batches } from '@inkbear/service-kit/batches';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Outbox } from '@inkbear/service-kit/outbox';
import type { PaymentProvider } from '../provider/payment-provider.ts';
import type { ProviderObjectSync } from '../provider/provider-object-sync.ts';
import type { PlanAccounts } from './change-plan-account.ts';
import type { PaidMonthly } from './paid-monthly.ts';
import { withoutRemoval, withStoppedSubscription } from './plan-account-changes.ts';
import type { PlanAccount } from './plan-account.ts';
import type { PlanAccountRepository } from './plan-account.repository.ts';

interface Deps {
  accountRepository: PlanAccountRepository;
  accounts: PlanAccounts;
  provider: PaymentProvider;
  objectSync: ProviderObjectSync;
  outbox: Outbox;
  clock: Clock;
  batches: Batches;
}

/** Ends subscriptions at the provider: on request of the user, for removed accounts, and after the grace period. */
export class EndSubscriptions {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Cancels on request of the user. Returns when the subscription ends; null when none is running. A cancellation after
   * a restored removal is the user's own and is not undone.
   */
  async cancel(userId: string): Promise<Date | null> {
    const { accountRepository, accounts, objectSync, outbox, clock } = this.#deps;
    const stored = await accountRepository.get(userId);
    let { paidMonthly } = stored;
    if (stored.removal) await outbox.run((transaction) => accounts.change(transaction, userId, withoutRemoval));
    if (paidMonthly && paidMonthly.periodEnd <= clock.now()) {
      // The provider may just have been paid for the next period, which must not be thrown away.
      await objectSync.refetch(paidMonthly.subscriptionId);
      ({ paidMonthly } = await accountRepository.get(userId));
    }
    return paidMonthly && paidMonthly.state !== 'ended' ? await this.#end(paidMonthly) : null;
  }

  /**
   * Refetches every subscription whose grace period is over; the refetch cancels those that the provider still charges
   * for.
   */
  async endOverdue(): Promise<void> {
    const { accountRepository, objectSync, clock, batches } = this.#deps;
    await batches.run({
      name: 'end-overdue-subscriptions',
      list: (limit) => accountRepository.listOverdueSubscriptions(clock.now(), limit),
      idOf: (subscriptionId) => subscriptionId,
      work: (subscriptionId) => objectSync.refetch(subscriptionId),
    });
  }

  /**
   * Stops the renewals of removed accounts, and resumes them for accounts that were restored within the paid period.
   */
  async processRemovals(): Promise<void> {
    const { accountRepository, batches } = this.#deps;
    const idOf = ({ _id }: PlanAccount) => _id;
    await batches.run({
      name: 'stop-removed-accounts',
      list: (limit) => accountRepository.listRemovedRenewing(limit),
      idOf,
      work: (account) => this.#stop(account),
    });
    await batches.run({
      name: 'resume-restored-accounts',
      list: (limit) => accountRepository.listRestored(limit),
      idOf,
      work: (account) => this.#resume(account),
    });
  }

  /**
   * Records the stop before the provider is asked. Otherwise a crash in between would leave a stopped subscription that
   * is never resumed.
   */
  async #stop({ _id, paidMonthly }: PlanAccount): Promise<void> {
    const { accounts, outbox } = this.#deps;
    if (!paidMonthly) return;
    const { subscriptionId } = paidMonthly;
    await outbox.run((transaction) =>
      accounts.change(transaction, _id, (account) => withStoppedSubscription(account, subscriptionId)),
    );
    await this.#end(paidMonthly);
  }

  /**
   * Ends a subscription with its paid period. When that is over already it ends at once: there is nothing left to use
   * up, and the provider would keep charging.
   */
  async #end({ subscriptionId, periodEnd }: PaidMonthly): Promise<Date> {
    const { provider, objectSync, clock } = this.#deps;
    const now = clock.now();
    await (periodEnd > now ? provider.cancelAtPeriodEnd(subscriptionId) : provider.cancelNow(subscriptionId));
    await objectSync.refetch(subscriptionId);
    return periodEnd > now ? periodEnd : now;
  }

  async #resume({ _id, removal, paidMonthly }: PlanAccount): Promise<void> {
    const { accounts, outbox, provider, objectSync } = this.#deps;
    if (removal?.stoppedId && removal.stoppedId === paidMonthly?.subscriptionId) {
      await provider.undoCancelAtPeriodEnd(removal.stoppedId);
      await objectSync.refetch(removal.stoppedId);
    }
    await outbox.run((transaction) =>
      accounts.change(transaction, _id, (account) =>
        account.removal?.stage === 'restored' ? withoutRemoval(account) : account,
      ),
    );
  }
}
