import type { Batch, Batches } from '@inkbear/service-kit/batches';
import { withoutIdempotencyKey } from '@inkbear/service-kit/request-context';
import { syncProviderObject, type SyncDeps } from '../provider/sync-provider-object.ts';
import type { Purchase } from '../purchases/purchase.ts';
import type { PromoCodeUse } from './promo-code-use.repository.ts';

export interface ReleaseDeps extends SyncDeps {
  readonly batches: Batches;
}

/**
 * The batch that releases the expired reservations of one code, or of all codes. The purchase that was started at the
 * lower price is cancelled before its reservation is released, so that one use never discounts two payments.
 */
export const releaseExpired = (deps: SyncDeps, code?: string): Batch<PromoCodeUse> => ({
  // The log has this batch name, so it was not renamed with the function.
  name: 'release-reservations',
  list: (limit) => deps.promoCodeUses.listExpired(deps.clock.now(), limit, code),
  idOf: ({ _id }) => _id,
  work: (use) => releaseReservation(deps, use),
});

/** Releases the expired reservations of one code, or of all codes. */
export async function releaseReservations(deps: ReleaseDeps, code?: string): Promise<void> {
  await withoutIdempotencyKey(async () => void (await deps.batches.run(releaseExpired(deps, code))));
}

async function releaseReservation(deps: SyncDeps, use: PromoCodeUse): Promise<void> {
  const { outbox, promoCodeUses, purchases } = deps;
  const purchase = await purchases.findOpenByPromoCode(use.userId, use.code);
  const isCancelled = purchase === null || (await cancelUnpaidPurchase(deps, purchase));
  if (purchase?.objectId) await syncProviderObject(deps, purchase.objectId);
  // A purchase that was paid, or is being paid, keeps its use. The sync redeems the use once the payment is known.
  if (isCancelled) await outbox.run(({ session }) => promoCodeUses.release(use, session));
}

/** False when the purchase has been paid, or is being paid. */
async function cancelUnpaidPurchase({ purchases, provider }: SyncDeps, { _id, objectId }: Purchase): Promise<boolean> {
  return objectId === null ? await purchases.closeWithoutProviderObject(_id) : await provider.cancelUnpaid(objectId);
}
