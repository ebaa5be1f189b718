import type { Batches } from '@inkbear/service-kit/batches';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Outbox } from '@inkbear/service-kit/outbox';
import type { PaymentProvider } from '../provider/payment-provider.ts';
import type { ProviderObjectSync } from '../provider/provider-object-sync.ts';
import type { PlanAccounts } from './change-plan-account.ts';
import type { PaidMonthly } from './paid-monthly.ts';
import { withoutRemoval, withStoppedSubscription } from './plan-account-decisions.ts';
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

/** Ends subscriptions at the provider: at the user's request, for removed accounts, and after the grace period. */
export class EndSubscriptions {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Cancels a subscription at the user's request. Returns when it ends; null when none is running. Forgets that the
   * subscription was stopped for a removal, so that a restore of the account does not resume it.
   */
  async cancel(userId: string): Promise<Date | null> {
    const { accountRepository, accounts, objectSync, outbox, clock } = this.#deps;
    const stored = await accountRepository.get(userId);
    let { paidMonthly } = stored;
    if (stored.removal) await outbox.run((transaction) => accounts.change(transaction, userId, withoutRemoval));
    if (paidMonthly && paidMonthly.periodEnd <= clock.now()) {
      // The period is over, but the provider may just have charged for the next one, which the user then keeps.
      await objectSync.refetch(paidMonthly.subscriptionId);
      ({ paidMonthly } = await accountRepository.get(userId));
    }
    return paidMonthly && paidMonthly.state !== 'ended' ? await this.#end(paidMonthly) : null;
  }

  /**
   * Refetches every subscription whose grace period is over. The refetch cancels the subscription if the provider would
   * still charge for it.
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

  /** Stops the renewals of removed accounts, and resumes the renewals of restored ones. */
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
   * Records the stop before calling the provider. Otherwise a crash in between would leave a stopped subscription that
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
   * Ends a subscription with its paid period, or at once when that period is over: no paid time is left, and the
   * provider would continue to charge. Returns when it ends.
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
