import { subscriptionChanged } from '@inkbear/contracts/events';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Erasure } from '@inkbear/service-kit/erasure';
import type { Outbox, Transaction } from '@inkbear/service-kit/outbox';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { PlanAccounts } from '../plan-accounts/change-plan-account.ts';
import type { Purchases } from '../purchases/purchase.repository.ts';
import type { PromoCodeUses } from '../promo-codes/promo-code-uses.ts';
import { isOverdue, paidMonthlyOf, withObject } from './account-from-provider.ts';
import type { PaymentProvider, ProviderObject, ProviderSubscription } from './payment-provider.ts';
import type { PaymentsLedger } from './payments-ledger.ts';
import { type TrackedObject, type TrackedObjects, watchUntil } from './tracked-objects.ts';

interface SyncDeps {
  outbox: Outbox;
  clock: Clock;
  erasure: Erasure;
  provider: PaymentProvider;
  accounts: PlanAccounts;
  tracked: TrackedObjects;
  ledger: PaymentsLedger;
  purchases: Purchases;
  promoUses: PromoCodeUses;
}
/** A provider may answer with its old state for a moment after a cancellation. */
const maxCancellations = 3;

/** What else is written when an object is taken in, in the same transaction. */
type Alongside = (transaction: Transaction) => Promise<void>;

/** The one way by which anything at the provider reaches a plan: look at its present state, take it in. */
export class ObjectSync {
  readonly #deps: SyncDeps;

  constructor(deps: SyncDeps) {
    this.#deps = deps;
  }

  /** Takes in what the provider holds now; null when it knows nothing of it. Throws when something overdue does not end at the provider. */
  async sync(
    id: string,
    alongside: Alongside = () => Promise.resolve(),
    cancellations = 0,
  ): Promise<ProviderObject | null> {
    const { provider, tracked, clock, outbox } = this.#deps;
    const look = await tracked.beginLook(id);
    const object = await provider.findObject(id);
    if (!object) {
      await tracked.dropUnknown(id);
      return null;
    }
    if (isOverdue(object, clock.now())) {
      // What must end is ended there first: if anything fails now it happens again, and nobody goes on paying.
      if (cancellations === maxCancellations)
        throw new ProblemError('billing.provider_failed', {
          cause: new Error(`${id} runs on at the provider after ${cancellations} cancellations.`),
        });
      await provider.cancelNow(id);
      return await this.sync(id, alongside, cancellations + 1);
    }
    await outbox.run(async (transaction) => {
      await alongside(transaction);
      const row = await tracked.takeIn(id, look, transaction.session);
      if (row) await this.#takeIn(transaction, row, object);
    });
    return object;
  }

  async #takeIn(transaction: Transaction, row: TrackedObject, object: ProviderObject): Promise<void> {
    const { erasure, accounts, ledger, tracked, purchases, promoUses, clock } = this.#deps;
    const { session } = transaction;
    // Something that began at the provider after its user was erased: it is ended and forgotten there once more.
    if (await erasure.isErased(object.userId, session)) {
      // Money that went back counts, whoever it belonged to: accounting keeps numbers and amounts, without the card.
      await ledger.record(transaction, withoutCards(object));
      await tracked.forget(object.id, session);
      return await erasure.begin(object.userId, session);
    }
    await ledger.record(transaction, object);
    if (object.charges.length > 0) {
      await accounts.change(transaction, object.userId, (account) => withObject(account, object));
      const purchase = await purchases.findByObject(object.id, session);
      if (purchase?.promoCode) await promoUses.settle(purchase.promoCode, object.userId, session);
    }
    if (isFinal(object)) await purchases.close(object.id, session);
    const told = object.kind === 'subscription' ? await this.#tellSubscription(transaction, object, row.told) : null;
    await tracked.save(
      object.id,
      { told, watchUntil: watchUntil(object, clock.now()), userId: object.userId },
      session,
    );
  }

  async #tellSubscription(
    { emit }: Transaction,
    object: ProviderSubscription,
    told: string | null,
  ): Promise<string | null> {
    const paid = paidMonthlyOf(object);
    if (!paid) return told;
    const { subscriptionId, status, startedAt, periodEnd, cancelAtPeriodEnd, endedAt, endReason, amount, currency } =
      paid;
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
    const text = JSON.stringify(data);
    if (text !== told) await emit(subscriptionChanged, subscriptionId, data);
    return text;
  }
}

const withoutCards = (object: ProviderObject): ProviderObject => ({
  ...object,
  charges: object.charges.map((charge) => ({ ...charge, cardFingerprint: null })),
});

/** Nothing will be paid for it any more. */
const isFinal = ({ status }: ProviderObject): boolean => status === 'canceled' || status === 'succeeded';
