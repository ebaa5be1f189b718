import type { Clock } from '@inkbear/service-kit/clock';
import type { NewId } from '@inkbear/service-kit/ids';
import type { Logger } from '@inkbear/service-kit/logger';
import type { PlanAccountRepository } from '../plan-accounts/plan-account.repository.ts';
import type { PaymentProvider } from '../provider/payment-provider.ts';
import type { PaymentsLedger } from '../provider/payments-ledger.ts';
import type { ObjectSync } from '../provider/sync-object.ts';
import type { TrackedObjects } from '../provider/tracked-objects.ts';
import { compare, type FieldDifference } from './compare.ts';
import type { Reconciliations } from './reconciliation.repository.ts';

interface Deps {
  provider: PaymentProvider;
  tracked: TrackedObjects;
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

const unseenMs = 3 * 86_400_000;

/** Compares everything open with the provider, lists each difference, and takes the object in again as an event would. */
export class Reconcile {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Answers how many differences there were. */
  async run(): Promise<number> {
    const { reconciliations, newId, logger } = this.#deps;
    const startedAt = new Date();
    const ids = await this.#listIds();
    let differences = 0;
    for (const id of ids) {
      try {
        if (await this.#check(id)) differences += 1;
      } catch (err) {
        differences += 1;
        logger.error({ err, objectId: id }, 'an object could not be compared with the provider');
      }
    }
    await reconciliations.insertRun({ _id: newId(), startedAt, endedAt: new Date(), compared: ids.size, differences });
    logger.info({ compared: ids.size, differences }, 'compared with the payment provider');
    return differences;
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

  async #check(id: string): Promise<boolean> {
    const { objects, reconciliations, newId, logger, patienceMs = 3000 } = this.#deps;
    if ((await this.#look(id)).fields.length === 0) return false;
    await new Promise((resolve) => setTimeout(resolve, patienceMs));
    const { userId, fields } = await this.#look(id);
    if (fields.length === 0) return false;
    await objects.sync(id);
    const isRepaired = (await this.#look(id)).fields.length === 0;
    await reconciliations.insertDifference({ _id: newId(), objectId: id, userId, foundAt: new Date(), fields, isRepaired });
    logger.warn({ objectId: id, fields, isRepaired }, 'billing and the payment provider differed');
    return true;
  }

  async #look(id: string): Promise<Look> {
    const { provider, accountRows, ledger } = this.#deps;
    const object = await provider.findObject(id);
    const told = await ledger.listOf(id);
    if (!object) return { userId: told[0]?.userId ?? null, fields: told.length > 0 ? [{ field: 'object', here: `${told.length} payments`, there: null }] : [] };
    return { userId: object.userId, fields: compare(await accountRows.get(object.userId), told, object) };
  }
}
