import type { Batches } from '@inkbear/service-kit/batches';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Outbox } from '@inkbear/service-kit/outbox';
import { withoutIdempotencyKey } from '@inkbear/service-kit/request-context';
import type { PaymentProvider } from '../provider/payment-provider.ts';
import type { ProviderObjectSync } from '../provider/provider-object-sync.ts';
import type { Purchase } from '../purchases/purchase.ts';
import type { PurchaseRepository } from '../purchases/purchase.repository.ts';
import type { PromoCodeUse, PromoCodeUseRepository } from './promo-code-use.repository.ts';

interface Deps {
  batches: Batches;
  outbox: Outbox;
  clock: Clock;
  promoCodeUses: PromoCodeUseRepository;
  purchases: PurchaseRepository;
  provider: PaymentProvider;
  objectSync: ProviderObjectSync;
}

/**
 * Releases expired reservations. The purchase that was started at the lower price is made unpayable first, so that one
 * use never discounts two payments.
 */
export class ReleaseReservations {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Releases the expired reservations of one code, or of all codes. */
  async run(code?: string): Promise<void> {
    const { batches, promoCodeUses, clock } = this.#deps;
    await withoutIdempotencyKey(
      async () =>
        void (await batches.run({
          name: 'release-reservations',
          list: (limit) => promoCodeUses.listExpired(clock.now(), limit, code),
          idOf: ({ _id }) => _id,
          work: (use) => this.#release(use),
        })),
    );
  }

  async #release(use: PromoCodeUse): Promise<void> {
    const { outbox, promoCodeUses, purchases, objectSync } = this.#deps;
    const purchase = await purchases.findOpenByPromoCode(use.userId, use.code);
    const isUnpayable = purchase === null || (await this.#makeUnpayable(purchase));
    if (purchase?.objectId) await objectSync.refetch(purchase.objectId);
    // A purchase that was paid, or is being paid, keeps its use. The refetch redeems the use once the payment is known.
    if (isUnpayable) await outbox.run(({ session }) => promoCodeUses.release(use, session));
  }

  /** False when the purchase has been paid, or is being paid. */
  async #makeUnpayable({ _id, objectId }: Purchase): Promise<boolean> {
    const { purchases, provider } = this.#deps;
    return objectId === null ? await purchases.closeUnanswered(_id) : await provider.abandon(objectId);
  }
}
