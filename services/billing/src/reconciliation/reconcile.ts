import type { Batches } from '@inkbear/service-kit/batches';
import type { Clock } from '@inkbear/service-kit/clock';
import type { NewId } from '@inkbear/service-kit/ids';
import type { Logger } from '@inkbear/service-kit/logger';
import pMap, { pMapSkip } from 'p-map';
import type { PlanAccountRepository } from '../plan-accounts/plan-account.repository.ts';
import type { PaymentProvider } from '../provider/payment-provider.ts';
import type { PaymentRepository } from '../provider/payment.repository.ts';
import type { ProviderObjectSync } from '../provider/provider-object-sync.ts';
import type { TrackedObjectRepository } from '../provider/tracked-object.repository.ts';
import type { PurchaseRepository } from '../purchases/purchase.repository.ts';
import { compare, type FieldDifference } from './compare.ts';
import type { DifferenceRepository } from './difference.repository.ts';
import type { ExpireWatches } from './expire-watches.ts';
import type { ReconciliationRepository } from './reconciliation.repository.ts';

interface Deps {
  provider: PaymentProvider;
  trackedObjects: TrackedObjectRepository;
  purchases: PurchaseRepository;
  accountRepository: PlanAccountRepository;
  payments: PaymentRepository;
  objectSync: ProviderObjectSync;
  reconciliations: ReconciliationRepository;
  differences: DifferenceRepository;
  expireWatches: ExpireWatches;
  clock: Clock;
  newId: NewId;
  logger: Logger;
  batches: Batches;
  /** Milliseconds until an object that differs is compared again, because its event may not have arrived yet. */
  recheckDelayMs?: number;
}
interface Comparison {
  userId: string | null;
  isKnownToProvider: boolean;
  fields: FieldDifference[];
}

const dayMs = 86_400_000;
/** About 60 requests a second, because a comparison makes three or four requests of 0.1 s. Stripe allows 100. */
const concurrency = 6;
/** Objects created at the provider within this time are compared even when billing does not track them. */
const untrackedMs = 3 * dayMs;
/** A one-off that is not paid within this time is abandoned. */
const unpaidMs = 30 * dayMs;
/** A paid object that is missing at the provider is reported for this long, and then given up. */
const missingMs = 30 * dayMs;

/** Compares objects with the provider. Records each difference and repairs it by a refetch. */
export class Reconcile {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async run(): Promise<void> {
    const { reconciliations, newId, logger, recheckDelayMs = 3000 } = this.#deps;
    const startedAt = new Date();
    await this.#abandonUnpaid();
    const ids = await this.#listIds();
    const suspects = await this.#filter(ids, async (id) => (await this.#compare(id)).fields.length > 0);
    await this.#closeResolved(suspects);
    if (suspects.length > 0) await new Promise((resolve) => setTimeout(resolve, recheckDelayMs));
    const differences = (await this.#filter(suspects, (id) => this.#repair(id))).length;
    await reconciliations.insertRun({ _id: newId(), startedAt, endedAt: new Date(), compared: ids.size, differences });
    logger.info({ compared: ids.size, differences }, 'provider_reconciled');
  }

  async runIfRequested(): Promise<void> {
    if (await this.#deps.reconciliations.consumeRequest()) await this.run();
  }

  /**
   * Ids of the objects to compare: watched objects, objects with an open difference, and running or recent objects at
   * the provider, which billing may not know.
   */
  async #listIds(): Promise<Set<string>> {
    const { trackedObjects, provider, differences, clock } = this.#deps;
    const ids = new Set(await differences.listOpen());
    for await (const id of trackedObjects.listWatched(clock.now())) ids.add(id);
    for await (const id of provider.listIds(new Date(clock.now().getTime() - untrackedMs))) ids.add(id);
    return ids;
  }

  async #abandonUnpaid(): Promise<void> {
    const { purchases, provider, objectSync, clock, batches } = this.#deps;
    await batches.run({
      name: 'abandon-unpaid-purchases',
      list: (limit) => purchases.listUnpaid(new Date(clock.now().getTime() - unpaidMs), limit),
      idOf: ({ _id }) => _id,
      work: async ({ _id, objectId }) => {
        if (objectId === null) await purchases.closeUnanswered(_id);
        else if (await provider.abandon(objectId)) await objectSync.refetch(objectId);
      },
    });
  }

  /** The ids that match. An id whose check throws counts as a match; the other ids are still checked. */
  async #filter(ids: Iterable<string>, matches: (id: string) => Promise<boolean>): Promise<string[]> {
    const check = async (id: string): Promise<string | typeof pMapSkip> => {
      const isMatch = await matches(id).catch((err: unknown) => {
        this.#deps.logger.error({ err, objectId: id }, 'provider_compare_failed');
        return true;
      });
      return isMatch ? id : pMapSkip;
    };
    return await pMap(ids, check, { concurrency });
  }

  async #closeResolved(suspects: readonly string[]): Promise<void> {
    const { differences, clock } = this.#deps;
    for (const id of await differences.listOpen())
      if (!suspects.includes(id)) await differences.close(id, 'gone', clock.now());
  }

  /** Records and refetches an object that still differs. False when it no longer differs. */
  async #repair(id: string): Promise<boolean> {
    const { objectSync, differences, clock, logger } = this.#deps;
    const { userId, fields, isKnownToProvider } = await this.#compare(id);
    if (fields.length === 0) {
      await differences.close(id, 'gone', clock.now());
      return false;
    }
    const { firstSeenAt, count } = await differences.upsert({ objectId: id, userId, fields }, clock.now());
    await objectSync.refetch(id);
    const isRepaired = (await this.#compare(id)).fields.length === 0;
    logger.warn({ objectId: id, fields, isRepaired, firstSeenAt, count }, 'provider_difference_found');
    const isMissingTooLong = !isKnownToProvider && firstSeenAt.getTime() + missingMs <= clock.now().getTime();
    if (isRepaired) await differences.close(id, 'repaired', clock.now());
    else if (isMissingTooLong) await this.#giveUp(id);
    return true;
  }

  /** Stops watching a paid object that the provider has not known for 30 days. */
  async #giveUp(id: string): Promise<void> {
    const { trackedObjects, differences, clock, logger } = this.#deps;
    await trackedObjects.stopWatching(id, clock.now());
    await differences.close(id, 'given-up', clock.now());
    logger.error({ objectId: id }, 'provider_object_missing_given_up');
  }

  async #compare(id: string): Promise<Comparison> {
    const { provider, accountRepository, payments, expireWatches } = this.#deps;
    const object = await provider.findObject(id);
    const recorded = await payments.listByObject(id);
    if (!object) {
      if (recorded.length === 0) await expireWatches.expireUnknown(id);
      return {
        userId: recorded[0]?.userId ?? null,
        isKnownToProvider: false,
        fields:
          recorded.length > 0 ? [{ field: 'object', inBilling: `${recorded.length} payments`, atProvider: null }] : [],
      };
    }
    if (object.charges.length === 0) await expireWatches.expireUnpaid(object);
    return {
      userId: object.userId,
      isKnownToProvider: true,
      fields: compare(await accountRepository.get(object.userId), recorded, object),
    };
  }
}
