import type { Batches } from '@inkbear/service-kit/batches';
import type { Clock } from '@inkbear/service-kit/clock';
import type { NewId } from '@inkbear/service-kit/ids';
import type { Logger } from '@inkbear/service-kit/logger';
import pMap, { pMapSkip } from 'p-map';
import type { PlanAccountRepository } from '../plan-accounts/plan-account.repository.ts';
import type { PaymentProvider } from '../provider/payment-provider.ts';
import type { PaymentsLedger } from '../provider/payments-ledger.ts';
import type { ObjectSync } from '../provider/sync-object.ts';
import type { TrackedObjects } from '../provider/tracked-objects.ts';
import type { Purchases } from '../purchases/purchase.repository.ts';
import { compare, type FieldDifference } from './compare.ts';
import type { Differences } from './differences.repository.ts';
import type { EndWatches } from './end-watches.ts';
import type { Reconciliations } from './reconciliation.repository.ts';

interface Deps {
  provider: PaymentProvider;
  tracked: TrackedObjects;
  purchases: Purchases;
  accountRows: PlanAccountRepository;
  ledger: PaymentsLedger;
  objects: ObjectSync;
  reconciliations: Reconciliations;
  differences: Differences;
  endWatches: EndWatches;
  clock: Clock;
  newId: NewId;
  logger: Logger;
  batches: Batches;
  /** How long an event may be on its way before what it tells counts as missing; milliseconds. */
  patienceMs?: number;
}
interface Look {
  userId: string | null;
  /** Whether the provider knows it. */
  isKnown: boolean;
  fields: FieldDifference[];
}

const dayMs = 86_400_000;
/** Each comparison asks three or four times, a question takes about 0.1 s: some 60 questions a second, of the 100 that Stripe allows. */
const comparedAtOnce = 6;
const unseenMs = 3 * dayMs;
/** A one-off that was begun and not paid for so long is given up. */
const unpaidMs = 30 * dayMs;
/** What was paid once and the provider does not know any more is listed for so long. */
const vanishedMs = 30 * dayMs;

/** Compares everything open with the provider, keeps a row for each difference while it is there, and takes the object in again as an event would. */
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
    await this.#closeGone(suspects);
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
    const { tracked, provider, differences, clock } = this.#deps;
    const ids = new Set(await differences.listOpen());
    for await (const id of tracked.listWatched(clock.now())) ids.add(id);
    for await (const id of provider.listIds(new Date(clock.now().getTime() - unseenMs))) ids.add(id);
    return ids;
  }

  async #giveUpUnpaid(): Promise<void> {
    const { purchases, provider, objects, clock, batches } = this.#deps;
    await batches.run({
      name: 'abandon-unpaid-purchases',
      list: (limit) => purchases.listUnpaid(new Date(clock.now().getTime() - unpaidMs), limit),
      idOf: ({ _id }) => _id,
      work: async ({ _id, objectId }) => {
        if (objectId === null) await purchases.closeUnanswered(_id);
        else if (await provider.abandon(objectId)) await objects.sync(objectId);
      },
    });
  }

  /** Those that are so; what cannot be found out counts, and does not hold the others up. */
  async #filter(ids: Iterable<string>, isSo: (id: string) => Promise<boolean>): Promise<string[]> {
    const ask = async (id: string): Promise<string | typeof pMapSkip> => {
      const answer = await isSo(id).catch((err: unknown) => {
        this.#deps.logger.error({ err, objectId: id }, 'provider_compare_failed');
        return true;
      });
      return answer ? id : pMapSkip;
    };
    return await pMap(ids, ask, { concurrency: comparedAtOnce });
  }

  async #closeGone(suspects: readonly string[]): Promise<void> {
    const { differences, clock } = this.#deps;
    for (const id of await differences.listOpen())
      if (!suspects.includes(id)) await differences.close(id, 'gone', clock.now());
  }

  /** Notes what still differs, and takes it in again. */
  async #mend(id: string): Promise<boolean> {
    const { objects, differences, clock, logger } = this.#deps;
    const { userId, fields, isKnown } = await this.#look(id);
    if (fields.length === 0) {
      await differences.close(id, 'gone', clock.now());
      return false;
    }
    const { firstSeenAt, count } = await differences.note({ objectId: id, userId, fields }, clock.now());
    await objects.sync(id);
    const isRepaired = (await this.#look(id)).fields.length === 0;
    logger.warn({ objectId: id, fields, isRepaired, firstSeenAt, count }, 'billing and the payment provider differed');
    if (isRepaired) await differences.close(id, 'repaired', clock.now());
    else if (!isKnown && firstSeenAt.getTime() + vanishedMs <= clock.now().getTime()) await this.#giveUpVanished(id);
    return true;
  }

  async #giveUpVanished(id: string): Promise<void> {
    const { tracked, differences, clock, logger } = this.#deps;
    await tracked.endWatch(id, clock.now());
    await differences.close(id, 'given-up', clock.now());
    logger.error(
      { objectId: id },
      'the payment provider has not known this paid object for 30 days: it is watched no longer',
    );
  }

  async #look(id: string): Promise<Look> {
    const { provider, accountRows, ledger, endWatches } = this.#deps;
    const object = await provider.findObject(id);
    const told = await ledger.listOf(id);
    if (!object) {
      if (told.length === 0) await endWatches.unknown(id);
      return {
        userId: told[0]?.userId ?? null,
        isKnown: false,
        fields: told.length > 0 ? [{ field: 'object', here: `${told.length} payments`, there: null }] : [],
      };
    }
    if (object.charges.length === 0) await endWatches.unpaid(object);
    return {
      userId: object.userId,
      isKnown: true,
      fields: compare(await accountRows.get(object.userId), told, object),
    };
  }
}
