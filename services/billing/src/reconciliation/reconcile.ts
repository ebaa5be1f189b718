import type { Clock } from '@inkbear/service-kit/clock';
import type { NewId } from '@inkbear/service-kit/ids';
import type { Logger } from '@inkbear/service-kit/logger';
import type { PlanAccountRepository } from '../plan-accounts/plan-account.repository.ts';
import type { PaymentProvider } from '../provider/payment-provider.ts';
import type { PaymentsLedger } from '../provider/payments-ledger.ts';
import type { ObjectSync } from '../provider/sync-object.ts';
import type { TrackedObjects } from '../provider/tracked-objects.ts';
import type { Purchases } from '../purchases/purchase.repository.ts';
import { compare, type FieldDifference } from './compare.ts';
import type { Reconciliations } from './reconciliation.repository.ts';

interface Deps {
  provider: PaymentProvider;
  tracked: TrackedObjects;
  purchases: Purchases;
  accountRows: PlanAccountRepository;
  ledger: PaymentsLedger;
  objects: ObjectSync;
  reconciliations: Reconciliations;
  clock: Clock;
  newId: NewId;
  logger: Logger;
  /** How long an event may be on its way before what it tells counts as missing; milliseconds. */
  patienceMs?: number;
}
interface Look {
  userId: string | null;
  fields: FieldDifference[];
}

const dayMs = 86_400_000;
const unseenMs = 3 * dayMs;
/** A one-off that was begun and not paid for so long is given up. */
const unpaidMs = 30 * dayMs;

/** Compares everything open with the provider, lists each difference, and takes the object in again as an event would. */
export class Reconcile {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async run(): Promise<void> {
    const { reconciliations, newId, logger, patienceMs = 3000 } = this.#deps;
    const startedAt = new Date();
    await this.#giveUpUnpaid();
    const ids = await this.#listIds();
    const suspects = await this.#filter(ids, async (id) => (await this.#look(id)).fields.length > 0);
    if (suspects.length > 0) await new Promise((resolve) => setTimeout(resolve, patienceMs));
    const differences = (await this.#filter(suspects, (id) => this.#mend(id))).length;
    await reconciliations.insertRun({ _id: newId(), startedAt, endedAt: new Date(), compared: ids.size, differences });
    logger.info({ compared: ids.size, differences }, 'compared with the payment provider');
  }

  async runIfRequested(): Promise<void> {
    if (await this.#deps.reconciliations.takeRequest()) await this.run();
  }

  /** What billing watches, and what the provider runs or has begun lately that billing may never have heard of. */
  async #listIds(): Promise<Set<string>> {
    const { tracked, provider, clock } = this.#deps;
    const ids = new Set<string>();
    for await (const id of tracked.listWatched(clock.now())) ids.add(id);
    for await (const id of provider.listIds(new Date(clock.now().getTime() - unseenMs))) ids.add(id);
    return ids;
  }

  async #giveUpUnpaid(): Promise<void> {
    const { purchases, provider, objects, clock } = this.#deps;
    for (const { _id, objectId } of await purchases.listUnpaid(new Date(clock.now().getTime() - unpaidMs))) {
      if (objectId === null) await purchases.closeUnanswered(_id);
      else if (await provider.abandon(objectId)) await objects.sync(objectId);
    }
  }

  /** Those that are so; what cannot be found out counts, and does not hold the others up. */
  async #filter(ids: Iterable<string>, isSo: (id: string) => Promise<boolean>): Promise<string[]> {
    const found: string[] = [];
    for (const id of ids) {
      const answer = await isSo(id).catch((err: unknown) => {
        this.#deps.logger.error({ err, objectId: id }, 'an object could not be compared with the provider');
        return true;
      });
      if (answer) found.push(id);
    }
    return found;
  }

  /** Lists what still differs, and takes it in again. */
  async #mend(id: string): Promise<boolean> {
    const { objects, reconciliations, newId, logger } = this.#deps;
    const { userId, fields } = await this.#look(id);
    if (fields.length === 0) return false;
    await objects.sync(id);
    const isRepaired = (await this.#look(id)).fields.length === 0;
    await reconciliations.insertDifference({ _id: newId(), objectId: id, userId, foundAt: new Date(), fields, isRepaired });
    logger.warn({ objectId: id, fields, isRepaired }, 'billing and the payment provider differed');
    return true;
  }

  async #look(id: string): Promise<Look> {
    const { provider, accountRows, ledger, objects } = this.#deps;
    const object = await provider.findObject(id);
    const told = await ledger.listOf(id);
    if (!object) return { userId: told[0]?.userId ?? null, fields: told.length > 0 ? [{ field: 'object', here: `${told.length} payments`, there: null }] : [] };
    // Nothing will come of it any more, and nothing came: taking that in ends the watch.
    if (object.charges.length === 0 && object.status === 'canceled') await objects.sync(id);
    return { userId: object.userId, fields: compare(await accountRows.get(object.userId), told, object) };
  }
}
