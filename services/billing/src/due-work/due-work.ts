import type { Clock } from '@inkbear/service-kit/clock';
import { runSteps } from '@inkbear/service-kit/run-steps';
import { KeyedQueue } from '../concurrency/keyed-queue.ts';
import type { PlanAccounts } from '../plan-accounts/change-plan-account.ts';
import type { EndSubscriptions } from '../plan-accounts/end-subscriptions.ts';
import type { PlanAccountRepository } from '../plan-accounts/plan-account.repository.ts';
import type { PromoCodeUseRepository } from '../promo-codes/promo-code-use.repository.ts';
import type { ReleaseReservations } from '../promo-codes/release-reservations.ts';
import type { ReceiveEvent } from '../provider/apply-provider-event.ts';
import type { PaymentAdapter } from '../provider/factory.ts';

interface Deps {
  adapter: PaymentAdapter;
  receiveEvent: ReceiveEvent;
  releaseReservations: ReleaseReservations;
  accounts: PlanAccounts;
  endSubscriptions: EndSubscriptions;
  accountRepository: PlanAccountRepository;
  promoCodeUses: PromoCodeUseRepository;
  clock: Clock;
}

/** Everything that becomes due by the passing of time. */
export class DueWork {
  readonly #deps: Deps;
  readonly #queue = new KeyedQueue();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async hasWork(): Promise<boolean> {
    const { adapter, promoCodeUses, accountRepository, clock } = this.#deps;
    const now = clock.now();
    // One `Promise.all`: a promise that nobody awaits yet would end the process when it rejects.
    const [hasDueWork, ...lists] = await Promise.all([
      adapter.hasDueWork(),
      promoCodeUses.listExpired(now, 1),
      accountRepository.listDue(now, 1),
      accountRepository.listOverdueSubscriptions(now, 1),
      accountRepository.listRemovedRenewing(1),
      accountRepository.listRestored(1),
    ]);
    return hasDueWork || lists.some(({ length }) => length > 0);
  }

  /**
   * Runs each step, even when an earlier one fails. Serialised with the scheduled job: a caller also waits for a run
   * that has started already.
   */
  async run(): Promise<void> {
    const { adapter, receiveEvent, releaseReservations, accounts, endSubscriptions } = this.#deps;
    const steps = [
      () => adapter.runDueWork(receiveEvent),
      () => releaseReservations.run(),
      () => accounts.publishDueChanges(),
      () => endSubscriptions.endOverdue(),
      () => endSubscriptions.processRemovals(),
    ];
    await this.#queue.run('due-work', () => runSteps(steps));
  }
}
