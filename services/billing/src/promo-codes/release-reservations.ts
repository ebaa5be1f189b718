import type { Batch, Batches } from '@inkbear/service-kit/batches';
import { withoutIdempotencyKey } from '@inkbear/service-kit/request-context';
import { refetchProviderObject, type SyncDeps } from '../provider/sync-provider-object.ts';
import type { Purchase } from '../purchases/purchase.ts';
import type { PromoCodeUse } from './promo-code-use.repository.ts';

export interface ReleaseDeps extends SyncDeps {
  readonly batches: Batches;
}

/**
 * The batch that releases the expired reservations of one code, or of all codes. The purchase that was started at the
 * lower price is made unpayable before its reservation is released, so that one use never discounts two payments.
 */
export const releaseExpired = (deps: SyncDeps, code?: string): Batch<PromoCodeUse> => ({
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
  const isUnpayable = purchase === null || (await makeUnpayable(deps, purchase));
  if (purchase?.objectId) await refetchProviderObject(deps, purchase.objectId);
  // A purchase that was paid, or is being paid, keeps its use. The refetch redeems the use once the payment is known.
  if (isUnpayable) await outbox.run(({ session }) => promoCodeUses.release(use, session));
}

/** False when the purchase has been paid, or is being paid. */
async function makeUnpayable({ purchases, provider }: SyncDeps, { _id, objectId }: Purchase): Promise<boolean> {
  return objectId === null ? await purchases.closeUnanswered(_id) : await provider.abandon(objectId);
}
