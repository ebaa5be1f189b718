import type { Clock } from '@inkbear/service-kit/clock';
import type { Logger } from '@inkbear/service-kit/logger';
import { isPayable, type PaymentProvider, type ProviderObject } from '../provider/payment-provider.ts';
import type { ObjectSync } from '../provider/sync-object.ts';
import type { TrackedObjects } from '../provider/tracked-objects.ts';
import type { Purchases } from '../purchases/purchase.repository.ts';

interface Deps {
  provider: PaymentProvider;
  objects: ObjectSync;
  tracked: TrackedObjects;
  purchases: Purchases;
  clock: Clock;
  logger: Logger;
}

const dayMs = 86_400_000;
/** Nobody can pay what no purchase points to, and the provider has long told of what it knows. */
const orphanMs = 3 * dayMs;
/** Someone may still come back to what they began. */
const unpaidMs = 30 * dayMs;

/** Ends the watch over what was never paid: it costs a question to the provider each hour, and nothing comes of it. */
export class EndWatches {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** What the provider does not know, and nobody has paid. */
  async unknown(id: string): Promise<void> {
    const { tracked, purchases, logger } = this.#deps;
    if (!(await this.#isIdleFor(id, orphanMs))) return;
    await purchases.close(id);
    await tracked.drop(id);
    logger.info(
      { objectId: id },
      'the payment provider does not know this object and nothing was paid for it: it is watched no longer',
    );
  }

  /** What the provider knows, and nobody has paid. */
  async unpaid(object: ProviderObject): Promise<void> {
    const { id } = object;
    const { provider, objects, purchases, logger } = this.#deps;
    // Nothing will come of it any more: taking that in ends the watch.
    if (object.status === 'canceled') return void (await objects.sync(id));
    if (!isPayable(object) || !(await this.#isIdleFor(id, (await purchases.isOpen(id)) ? unpaidMs : orphanMs))) return;
    if (!(await provider.abandon(id))) return;
    await objects.sync(id);
    logger.info(
      { objectId: id },
      'nobody has paid this object: it is abandoned at the payment provider and watched no longer',
    );
  }

  async #isIdleFor(id: string, ms: number): Promise<boolean> {
    const now = this.#deps.clock.now();
    const since = await this.#deps.tracked.idleSince(id, now);
    return since !== null && since.getTime() + ms <= now.getTime();
  }
}
