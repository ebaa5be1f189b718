import type { Clock } from '@inkbear/service-kit/clock';
import type { Logger } from '@inkbear/service-kit/logger';
import { isPayable, type PaymentProvider, type ProviderObject } from '../provider/payment-provider.ts';
import type { ProviderObjectSync } from '../provider/provider-object-sync.ts';
import type { TrackedObjectRepository } from '../provider/tracked-object.repository.ts';
import type { PurchaseRepository } from '../purchases/purchase.repository.ts';

interface Deps {
  provider: PaymentProvider;
  objectSync: ProviderObjectSync;
  trackedObjects: TrackedObjectRepository;
  purchases: PurchaseRepository;
  clock: Clock;
  logger: Logger;
}

const dayMs = 86_400_000;
/** For an object without an open purchase: nobody can pay it, and events about it would have arrived by then. */
const withoutPurchaseMs = 3 * dayMs;
/** For an object with an open purchase: its user may still return and pay. */
const unpaidMs = 30 * dayMs;

/** Stops watching objects that were never paid, because each costs a request to the provider every hour. */
export class ExpireWatches {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Deletes an unpaid object that the provider does not know, after 3 days. */
  async expireUnknown(id: string): Promise<void> {
    const { trackedObjects, purchases, logger } = this.#deps;
    if (!(await this.#isIdleFor(id, withoutPurchaseMs))) return;
    await purchases.close(id);
    await trackedObjects.delete(id);
    logger.info({ objectId: id }, 'provider_object_unknown_dropped');
  }

  /** Abandons an unpaid object at the provider, after 30 days with an open purchase and after 3 days without one. */
  async expireUnpaid(object: ProviderObject): Promise<void> {
    const { id } = object;
    const { provider, objectSync, purchases, logger } = this.#deps;
    // A cancelled object is final, so applying it ends the watch.
    if (object.status === 'canceled') return void (await objectSync.refetch(id));
    if (!isPayable(object) || !(await this.#isIdleFor(id, (await purchases.isOpen(id)) ? unpaidMs : withoutPurchaseMs)))
      return;
    if (!(await provider.abandon(id))) return;
    await objectSync.refetch(id);
    logger.info({ objectId: id }, 'provider_object_unpaid_abandoned');
  }

  async #isIdleFor(id: string, ms: number): Promise<boolean> {
    const now = this.#deps.clock.now();
    const idleSince = await this.#deps.trackedObjects.markIdle(id, now);
    return idleSince !== null && idleSince.getTime() + ms <= now.getTime();
  }
}
