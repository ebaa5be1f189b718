import type { Clock } from '@inkbear/service-kit/clock';
import { runSteps } from '@inkbear/service-kit/run-steps';
import { KeyedQueue } from '../concurrency/keyed-queue.ts';
import type { PlanAccounts } from '../plan-accounts/change-plan-account.ts';
import type { EndSubscriptions } from '../plan-accounts/end-subscriptions.ts';
import type { PlanAccountRepository } from '../plan-accounts/plan-account.repository.ts';
import type { PromoCodeUseRepository } from '../promo-codes/promo-code-use.repository.ts';
import type { ReleaseReservations } from '../promo-codes/release-reservations.ts';
import type { ReceiveEvent } from '../provider/apply-provider-event.ts';
import type { PaymentAdapter } from '../provider/payment-adapter.ts';

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

/** Work that becomes due as time passes: renewals, expired reservations, plan changes and ends of subscriptions. */
export class DueWork {
  readonly #deps: Deps;
  readonly #queue = new KeyedQueue();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async hasWork(): Promise<boolean> {
    const { adapter, promoCodeUses, accountRepository, clock } = this.#deps;
    const now = clock.now();
    // All in one `Promise.all`: a promise that is not awaited yet would end the process if it rejected.
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
   * Runs each step, even when an earlier one fails, and throws the errors at the end. Runs within this process are
   * serialised: a call waits for the scheduled job's run that has already started.
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
