import type { Batches } from '@inkbear/service-kit/batches';
import type { NewId } from '@inkbear/service-kit/ids';
import { syncProviderObject } from '../provider/sync-provider-object.ts';
import { compare, compareErased, type FieldDifference } from './compare.ts';
import type { DifferenceRepository } from './difference.repository.ts';
import { type ExpireDeps, expireUnknown, expireUnpaid } from './expire-watches.ts';
import type { ReconciliationRepository } from './reconciliation.repository.ts';

export interface ReconcileDeps extends ExpireDeps {
  readonly reconciliations: ReconciliationRepository;
  readonly differences: DifferenceRepository;
  readonly newId: NewId;
  readonly batches: Batches;
  /** Milliseconds until an object that differs is compared again, because its event may not have arrived yet. */
  readonly recheckDelayMs?: number;
}
interface Comparison {
  /** Null when the owner is not known or was erased. */
  userId: string | null;
  isKnownToProvider: boolean;
  fields: FieldDifference[];
}

const dayMs = 86_400_000;
/**
 * Objects compared in parallel. They make about 60 requests a second, because a comparison makes three or four requests
 * of 0.1 s. Stripe allows 100.
 */
const concurrency = 6;
/** Objects created at the provider within this time are compared even when billing does not track them. */
const untrackedMs = 3 * dayMs;
/** A one-off that is not paid within this time is cancelled. */
const openPurchaseMs = 30 * dayMs;
/** A paid object that is missing at the provider is reported for this long, and then given up. */
const missingMs = 30 * dayMs;

/** Compares objects with the provider. Records each difference and repairs it by a refetch. */
export async function reconcile(deps: ReconcileDeps): Promise<void> {
  const { reconciliations, newId, logger, recheckDelayMs = 3000 } = deps;
  const startedAt = new Date();
  await cancelUnpaidPurchases(deps);
  const ids = await listIds(deps);
  const suspects = await filterIds(deps, {
    name: 'compare-provider-objects',
    ids,
    matches: async (id) => (await compareObject(deps, id)).fields.length > 0,
  });
  await closeResolved(deps, suspects);
  if (suspects.length > 0) await new Promise((resolve) => setTimeout(resolve, recheckDelayMs));
  const differing = await filterIds(deps, {
    name: 'repair-provider-objects',
    ids: suspects,
    matches: (id) => repairObject(deps, id),
  });
  const differences = differing.length;
  await reconciliations.insertRun({ _id: newId(), startedAt, endedAt: new Date(), compared: ids.size, differences });
  logger.info({ compared: ids.size, differences }, 'payment_provider_reconciled');
}

export async function reconcileIfRequested(deps: ReconcileDeps): Promise<void> {
  if (await deps.reconciliations.consumeRequest()) await reconcile(deps);
}

/**
 * Ids of the objects to compare: watched objects, objects with an open difference, and running or recent objects at
 * the provider, which billing may not know.
 */
async function listIds({ providerObjects, provider, differences, clock }: ReconcileDeps): Promise<Set<string>> {
  const ids = new Set(await differences.listOpen());
  for await (const id of providerObjects.listWatched(clock.now())) ids.add(id);
  for await (const id of provider.listIds(new Date(clock.now().getTime() - untrackedMs))) ids.add(id);
  return ids;
}

async function cancelUnpaidPurchases(deps: ReconcileDeps): Promise<void> {
  const { purchases, provider, clock, batches } = deps;
  await batches.run({
    // The batch name from before a rename of the function; the log still has it.
    name: 'abandon-unpaid-purchases',
    list: (limit) => purchases.listUnpaid(new Date(clock.now().getTime() - openPurchaseMs), limit),
    idOf: ({ _id }) => _id,
    work: async ({ _id, objectId }) => {
      if (objectId === null) await purchases.closeWithoutProviderObject(_id);
      else if (await provider.cancelUnpaid(objectId)) await syncProviderObject(deps, objectId);
    },
  });
}

interface IdFilter {
  /** The name of the batch in the log. */
  readonly name: string;
  readonly ids: Iterable<string>;
  readonly matches: (id: string) => Promise<boolean>;
}

/** The ids that match, found by a batch. An id whose check failed, or is in backoff, counts as a match. */
async function filterIds({ batches }: ReconcileDeps, { name, ids, matches }: IdFilter): Promise<string[]> {
  const unchecked = new Set(ids);
  const matching: string[] = [];
  await batches.run({
    name,
    list: (limit) => Promise.resolve([...unchecked].slice(0, limit)),
    idOf: (id) => id,
    work: async (id) => {
      if (await matches(id)) matching.push(id);
      unchecked.delete(id);
    },
    concurrency,
  });
  return [...matching, ...unchecked];
}

/** Closes the open differences that this run has not found again. One that cannot be closed is open in the next run. */
async function closeResolved(
  { differences, clock, batches }: ReconcileDeps,
  suspects: readonly string[],
): Promise<void> {
  const found = new Set(suspects);
  await batches.run({
    // The log has this batch name, so it was not renamed with the function.
    name: 'close-resolved-differences',
    list: async (limit) => (await differences.listOpen()).filter((id) => !found.has(id)).slice(0, limit),
    idOf: (id) => id,
    work: (id) => differences.close(id, 'gone', clock.now()),
  });
}

/** Records and refetches an object that still differs. False when it no longer differs. */
async function repairObject(deps: ReconcileDeps, id: string): Promise<boolean> {
  const { differences, clock, logger } = deps;
  const { userId, fields, isKnownToProvider } = await compareObject(deps, id);
  if (fields.length === 0) {
    await differences.close(id, 'gone', clock.now());
    return false;
  }
  const { firstSeenAt, count } = await differences.upsert({ objectId: id, userId, fields }, clock.now());
  await syncProviderObject(deps, id);
  const isRepaired = (await compareObject(deps, id)).fields.length === 0;
  logger.warn({ objectId: id, fields, isRepaired, firstSeenAt, count }, 'payment_provider_difference_found');
  const isMissingTooLong = !isKnownToProvider && firstSeenAt.getTime() + missingMs <= clock.now().getTime();
  if (isRepaired) await differences.close(id, 'repaired', clock.now());
  else if (isMissingTooLong) await giveUp(deps, id);
  return true;
}

/** Stops watching a paid object that the provider has not known for 30 days. */
async function giveUp({ providerObjects, differences, clock, logger }: ReconcileDeps, id: string): Promise<void> {
  await providerObjects.stopWatching(id, clock.now());
  await differences.close(id, 'given-up', clock.now());
  logger.error({ objectId: id }, 'payment_provider_object_missing_given_up');
}

async function compareObject(deps: ReconcileDeps, id: string): Promise<Comparison> {
  const { provider, accounts, providerObjects, erasure } = deps;
  const object = await provider.findObject(id);
  const recorded = await providerObjects.listPayments(id);
  const ownerId = object?.userId ?? recorded[0]?.userId ?? null;
  const isErased = ownerId !== null && (await erasure.isErased(ownerId));
  const userId = isErased ? null : ownerId;
  if (!object) {
    if (recorded.length === 0) await expireUnknown(deps, id);
    // The sandbox deletes the objects of an erased user. At Stripe a missing object may reappear, so it stays watched
    // until `watchUntil`.
    const mayBeMissing = recorded.length === 0 || isErased;
    const missing = { field: 'object', inBilling: `${recorded.length} payments`, atProvider: null };
    return { userId, isKnownToProvider: false, fields: mayBeMissing ? [] : [missing] };
  }
  if (object.charges.length === 0) await expireUnpaid(deps, object);
  const fields = isErased
    ? compareErased(recorded, object)
    : compare(await accounts.get(object.userId), recorded, object);
  return { userId, isKnownToProvider: true, fields };
}
