import type { Logger } from '@inkbear/service-kit/logger';
import { isPayable, type ProviderObject } from '../provider/payment-provider.ts';
import { syncProviderObject, type SyncDeps } from '../provider/sync-provider-object.ts';

// Objects that were never paid are not watched for ever, because each costs a request to the provider every hour.

export interface ExpireDeps extends SyncDeps {
  readonly logger: Logger;
}

const dayMs = 86_400_000;
/** For an object without an open purchase: nobody can pay it, and events about it would have arrived by then. */
const noOpenPurchaseMs = 3 * dayMs;
/** For an object with an open purchase: its user may still return and pay. */
const openPurchaseMs = 30 * dayMs;

/** Deletes an unpaid object that the provider does not know, after 3 days. */
export async function expireUnknown(deps: ExpireDeps, id: string): Promise<void> {
  const { providerObjects, purchases, logger } = deps;
  if (!(await isIdleFor(deps, id, noOpenPurchaseMs))) return;
  await purchases.close(id);
  await providerObjects.delete(id);
  logger.info({ objectId: id }, 'payment_provider_object_unknown_dropped');
}

/** Cancels an unpaid object at the provider, after 30 days with an open purchase and after 3 days without one. */
export async function expireUnpaid(deps: ExpireDeps, object: ProviderObject): Promise<void> {
  const { id } = object;
  const { provider, purchases, logger } = deps;
  // A cancelled object is final, so applying it ends the watch.
  if (object.status === 'canceled') return void (await syncProviderObject(deps, id));
  if (!isPayable(object)) return;
  if (!(await isIdleFor(deps, id, (await purchases.isOpen(id)) ? openPurchaseMs : noOpenPurchaseMs))) return;
  if (!(await provider.cancelUnpaid(id))) return;
  await syncProviderObject(deps, id);
  logger.info({ objectId: id }, 'payment_provider_object_unpaid_cancelled');
}

async function isIdleFor({ clock, providerObjects }: ExpireDeps, id: string, ms: number): Promise<boolean> {
  const now = clock.now();
  const idleSince = await providerObjects.markIdle(id, now);
  return idleSince !== null && idleSince.getTime() + ms <= now.getTime();
}
