import type { Batches } from '@inkbear/service-kit/batches';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Outbox } from '@inkbear/service-kit/outbox';
import { withoutIdempotencyKey } from '@inkbear/service-kit/request-context';
import type { PaymentProvider } from '../provider/payment-provider.ts';
import type { ObjectSync } from '../provider/sync-object.ts';
import type { Purchases } from '../purchases/purchase.repository.ts';
import type { PromoCodeUse, PromoCodeUses } from './promo-code-uses.ts';

interface Deps {
  batches: Batches;
  outbox: Outbox;
  clock: Clock;
  uses: PromoCodeUses;
  purchases: Purchases;
  provider: PaymentProvider;
  objects: ObjectSync;
}

/** Gives back reservations whose time is over. What was begun at the lower price is first made unpayable, so that no use is ever sold twice. */
export class ReleaseReservations {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Of one code or of all. */
  async release(code?: string): Promise<void> {
    const { batches, uses, clock } = this.#deps;
    await withoutIdempotencyKey(
      async () =>
        void (await batches.run({
          name: 'release-reservations',
          list: (limit) => uses.listExpired(clock.now(), limit, code),
          idOf: ({ _id }) => _id,
          work: (use) => this.#releaseOne(use),
        })),
    );
  }

  async #releaseOne(use: PromoCodeUse): Promise<void> {
    const { outbox, uses, purchases, provider, objects } = this.#deps;
    const purchase = await purchases.findOpenWith(use.userId, use.code);
    if (
      purchase &&
      !(purchase.objectId === null
        ? await purchases.closeUnanswered(purchase._id)
        : await provider.abandon(purchase.objectId))
    ) {
      // It was paid, or is being paid: the use stays taken, and is settled as soon as that is known.
      if (purchase.objectId !== null) await objects.sync(purchase.objectId);
      return;
    }
    if (purchase?.objectId) await objects.sync(purchase.objectId);
    await outbox.run(({ session }) => uses.release(use, session));
  }
}
