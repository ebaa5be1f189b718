import type { Clock } from '@inkbear/service-kit/clock';
import type { Logger } from '@inkbear/service-kit/logger';
import type { ObjectSync } from '../provider/sync-object.ts';
import type { PlanAccountRepository } from './plan-account.repository.ts';

interface Deps {
  accountRows: PlanAccountRepository;
  objects: ObjectSync;
  clock: Clock;
  logger: Logger;
}

/** Ends subscriptions at the provider when nothing there does. */
export class EndSubscriptions {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Looks again at everyone whose grace is over: a provider that goes on asking for the money is stopped by that look. */
  async endOverdue(): Promise<void> {
    const { accountRows, objects, clock } = this.#deps;
    for (const { subscriptionId } of await accountRows.listOverdue(clock.now())) await this.#attempt(subscriptionId, () => objects.sync(subscriptionId));
  }

  /** What fails is tried again at the next run and holds nobody else up. */
  async #attempt(subscriptionId: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (err) {
      this.#deps.logger.error({ err, subscriptionId }, 'a subscription could not be changed at the payment provider');
    }
  }
}
