import { subscriptionChanged } from '@inkbear/contracts/events';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Erasure } from '@inkbear/service-kit/erasure';
import type { Outbox, Transaction } from '@inkbear/service-kit/outbox';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { PlanAccounts } from '../plan-accounts/change-plan-account.ts';
import { toPaidMonthlyRow } from '../plan-accounts/paid-monthly.ts';
import type { PurchaseRepository } from '../purchases/purchase.repository.ts';
import type { PromoCodeUseRepository } from '../promo-codes/promo-code-use.repository.ts';
import { isOverdue, paidMonthlyOf, withProviderObject } from './account-from-provider.ts';
import type { PaymentProvider, ProviderObject, ProviderSubscription } from './payment-provider.ts';
import type { PaymentsLedger } from './payments-ledger.ts';
import type { TrackedObjectRepository } from './tracked-object.repository.ts';
import { type TrackedObject, watchUntil } from './tracked-object.ts';

interface Deps {
  outbox: Outbox;
  clock: Clock;
  erasure: Erasure;
  provider: PaymentProvider;
  accounts: PlanAccounts;
  trackedObjects: TrackedObjectRepository;
  ledger: PaymentsLedger;
  purchases: PurchaseRepository;
  promoCodeUses: PromoCodeUseRepository;
}
/** More than one, because a provider may return the old state for a moment after a cancellation. */
const maxCancellations = 3;

/** Further writes in the transaction that applies an object. */
type TransactionStep = (transaction: Transaction) => Promise<void>;
const noStep: TransactionStep = () => Promise.resolve();

/**
 * Fetches an object's current state from the payment provider and upserts it.
 *
 * Webhooks, checkout and the reconciler all go through here, so duplicated or reordered events converge on the same
 * state: we never apply an event's payload, only what the provider holds now. `fetchSeq` orders concurrent fetches; an
 * older fetch is ignored.
 */
export class ProviderObjectSync {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Returns the object as applied; null when the provider does not know it. An overdue subscription is cancelled at the
   * provider first; throws `billing.provider_failed` when it still runs after three cancellations.
   */
  async refetch(id: string, inSameTransaction: TransactionStep = noStep): Promise<ProviderObject | null> {
    const { provider, trackedObjects, clock, outbox } = this.#deps;
    for (let cancellations = 0; ; cancellations += 1) {
      const fetchSeq = await trackedObjects.nextFetchSeq(id);
      const object = await provider.findObject(id);
      if (!object) {
        await trackedObjects.deleteUnknown(id);
        return null;
      }
      if (!isOverdue(object, clock.now())) {
        await outbox.run(async (transaction) => {
          await inSameTransaction(transaction);
          const trackedObject = await trackedObjects.applyIfNewer(id, fetchSeq, transaction.session);
          if (trackedObject) await this.#apply(transaction, trackedObject, object);
        });
        return object;
      }
      if (cancellations === maxCancellations)
        throw new ProblemError('billing.provider_failed', {
          cause: new Error(`${id} still runs at the provider after ${cancellations} cancellations.`),
        });
      // Cancel at the provider before anything is recorded: if we crash here, the retry cancels again, and nobody keeps
      // paying for a plan that has ended.
      await provider.cancelNow(id);
    }
  }

  async #apply(transaction: Transaction, trackedObject: TrackedObject, object: ProviderObject): Promise<void> {
    const { erasure, accounts, ledger, purchases, promoCodeUses, clock } = this.#deps;
    const { session } = transaction;
    if (await erasure.isErased(object.userId, session)) return await this.#eraseAgain(transaction, object);
    await ledger.record(transaction, object);
    if (object.charges.length > 0) {
      await accounts.change(transaction, object.userId, (account) => withProviderObject(account, object));
      const purchase = await purchases.findByObject(object.id, session);
      if (purchase?.promoCode) await promoCodeUses.redeem(purchase.promoCode, object.userId, clock.now(), session);
    }
    if (isFinal(object)) await purchases.close(object.id, session);
    const lastPublished =
      object.kind === 'subscription' ? await publishIfChanged(transaction, object, trackedObject.lastPublished) : null;
    await this.#deps.trackedObjects.save(
      { id: object.id, userId: object.userId, lastPublished, watchUntil: watchUntil(object, clock.now()) },
      session,
    );
  }

  /** For an object of an erased user: begins the erasure again, which also ends the object at the provider. */
  async #eraseAgain(transaction: Transaction, object: ProviderObject): Promise<void> {
    const { erasure, ledger, trackedObjects } = this.#deps;
    // Payments and refunds are recorded although the payer was erased: accounting needs the amounts, but not the card.
    await ledger.record(transaction, withoutCards(object));
    await trackedObjects.delete(object.id, transaction.session);
    await erasure.begin(object.userId, transaction.session);
  }
}

/** Publishes a subscription unless its data equals `lastPublished`. Returns the data that is published now, as JSON. */
async function publishIfChanged(
  { emit }: Transaction,
  object: ProviderSubscription,
  lastPublished: string | null,
): Promise<string | null> {
  const paid = paidMonthlyOf(object);
  if (!paid) return lastPublished;
  const { subscriptionId, status, startedAt, periodEnd, cancelAtPeriodEnd, endedAt, endReason, amount, currency } =
    toPaidMonthlyRow(paid);
  const data = {
    subscriptionId,
    userId: object.userId,
    status,
    startedAt: startedAt.toISOString(),
    periodEnd: periodEnd.toISOString(),
    cancelAtPeriodEnd,
    endedAt: endedAt?.toISOString() ?? null,
    endReason,
    amount,
    currency,
  };
  const json = JSON.stringify(data);
  if (json !== lastPublished) await emit(subscriptionChanged, subscriptionId, data);
  return json;
}

const withoutCards = (object: ProviderObject): ProviderObject => ({
  ...object,
  charges: object.charges.map((charge) => ({ ...charge, cardFingerprint: null })),
});

/** True when no more payments will be made for the object. */
const isFinal = ({ status }: ProviderObject): boolean => status === 'canceled' || status === 'succeeded';
