import type { Batches } from '@inkbear/service-kit/batches';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Outbox } from '@inkbear/service-kit/outbox';
import type { PaymentProvider } from '../provider/payment-provider.ts';
import type { ObjectSync } from '../provider/sync-object.ts';
import type { PlanAccounts } from './change-plan-account.ts';
import type { PaidMonthly, PlanAccount } from './plan-account.ts';
import type { PlanAccountRepository } from './plan-account.repository.ts';
import { withoutRemoval, withStopped } from './removal.ts';

interface Deps {
  accountRows: PlanAccountRepository;
  accounts: PlanAccounts;
  provider: PaymentProvider;
  objects: ObjectSync;
  outbox: Outbox;
  clock: Clock;
  batches: Batches;
}

/** Ends subscriptions at the provider: for their author, for removed accounts, and when their grace is over. */
export class EndSubscriptions {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** An author cancels: answers when the subscription ends, null when none runs. Whoever cancels after having come back means it. */
  async cancel(userId: string): Promise<Date | null> {
    const { accountRows, accounts, objects, outbox, clock } = this.#deps;
    const stored = await accountRows.get(userId);
    let { paidMonthly } = stored;
    if (stored.removal) await outbox.run((transaction) => accounts.change(transaction, userId, withoutRemoval));
    if (paidMonthly && paidMonthly.periodEnd <= clock.now()) {
      // The provider may just have got the money of a next period: that one is not thrown away.
      await objects.sync(paidMonthly.subscriptionId);
      ({ paidMonthly } = await accountRows.get(userId));
    }
    return paidMonthly && paidMonthly.status !== 'canceled' ? await this.#end(paidMonthly) : null;
  }

  /** Looks again at everyone whose grace is over: a provider that goes on asking for the money is stopped by that look. */
  async endOverdue(): Promise<void> {
    const { accountRows, objects, clock, batches } = this.#deps;
    await batches.run({
      name: 'end-overdue-subscriptions',
      list: (limit) => accountRows.listOverdue(clock.now(), limit),
      idOf: ({ subscriptionId }) => subscriptionId,
      work: ({ subscriptionId }) => objects.sync(subscriptionId),
    });
  }

  /** Nobody pays on while the account waits for its erasure; who comes back before the paid period is over goes on as before. */
  async followRemovals(): Promise<void> {
    const { accountRows, batches } = this.#deps;
    const idOf = ({ _id }: PlanAccount) => _id;
    await batches.run({
      name: 'stop-removed-accounts',
      list: (limit) => accountRows.listToStop(limit),
      idOf,
      work: (account) => this.#stop(account),
    });
    await batches.run({
      name: 'resume-restored-accounts',
      list: (limit) => accountRows.listRestored(limit),
      idOf,
      work: (account) => this.#takeBack(account),
    });
  }

  /** Noted before the provider is asked: otherwise a crash in between would leave a stop that nobody takes back. */
  async #stop({ _id, paidMonthly }: PlanAccount): Promise<void> {
    const { accounts, outbox } = this.#deps;
    if (!paidMonthly) return;
    const { subscriptionId } = paidMonthly;
    await outbox.run((transaction) =>
      accounts.change(transaction, _id, (account) => withStopped(account, subscriptionId)),
    );
    await this.#end(paidMonthly);
  }

  /** Ends a subscription with what was paid for. Once that is over it ends at once: nothing is left to wait for, and the provider would still try to take the money. */
  async #end({ subscriptionId, periodEnd }: PaidMonthly): Promise<Date> {
    const { provider, objects, clock } = this.#deps;
    const now = clock.now();
    await (periodEnd > now ? provider.cancelAtPeriodEnd(subscriptionId) : provider.cancelNow(subscriptionId));
    await objects.sync(subscriptionId);
    return periodEnd > now ? periodEnd : now;
  }

  async #takeBack({ _id, removal, paidMonthly }: PlanAccount): Promise<void> {
    const { accounts, outbox, provider, objects } = this.#deps;
    if (removal?.stoppedId && removal.stoppedId === paidMonthly?.subscriptionId) {
      await provider.keepRenewing(removal.stoppedId);
      await objects.sync(removal.stoppedId);
    }
    await outbox.run((transaction) =>
      accounts.change(transaction, _id, (account) =>
        account.removal?.stage === 'restored' ? withoutRemoval(account) : account,
      ),
    );
  }
}
