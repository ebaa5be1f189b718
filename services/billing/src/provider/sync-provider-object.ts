import { paymentDisputed, paymentRefunded, paymentSucceeded, subscriptionChanged } from '@inkbear/contracts/events';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Erasure } from '@inkbear/service-kit/erasure';
import { isDuplicateKey } from '@inkbear/service-kit/mongo';
import type { Outbox, Transaction } from '@inkbear/service-kit/outbox';
import { ProblemError } from '@inkbear/service-kit/problem';
import { changePlanAccount } from '../plan-accounts/change-plan-account.ts';
import { mustCancelAtProvider, paidMonthlyOf, toPaidMonthlyRow } from '../plan-accounts/paid-monthly.ts';
import { withProviderObject } from '../plan-accounts/plan-account-decisions.ts';
import type { PlanAccountRepository } from '../plan-accounts/plan-account.repository.ts';
import type { PlanAccount } from '../plan-accounts/plan-account.ts';
import type { PromoCodeUseRepository } from '../promo-codes/promo-code-use.repository.ts';
import { effectOf } from '../purchases/purchase-effect.ts';
import type { PurchaseRepository } from '../purchases/purchase.repository.ts';
import {
  isFinal,
  type PaymentProvider,
  type ProviderCharge,
  type ProviderObject,
  type ProviderSubscription,
  watchUntil,
} from './payment-provider.ts';
import type { BoughtPlan, ProviderObjectRepository, RecordedPayment } from './provider-object.repository.ts';

export interface SyncDeps {
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly erasure: Erasure;
  readonly provider: PaymentProvider;
  readonly providerObjects: ProviderObjectRepository;
  readonly accounts: PlanAccountRepository;
  readonly purchases: PurchaseRepository;
  readonly promoCodeUses: PromoCodeUseRepository;
}
export type ReceiveEvent = (raw: Buffer, signature: string | undefined) => Promise<void>;

/** Further writes in the transaction that applies an object. */
type TransactionStep = (transaction: Transaction) => Promise<void>;
const noStep: TransactionStep = () => Promise.resolve();

/** More than one, because a provider may return the old state for a moment after a cancellation. */
const maxCancellations = 3;

/**
 * Verifies the raw bytes of an event, and applies it exactly once, in any order: its id is stored in the transaction of
 * its effect. Throws 400 `billing.bad_signature`, and `billing.provider_failed` when the provider does not know the
 * event's object, so that the event is redelivered.
 */
export async function receiveProviderEvent(deps: SyncDeps, raw: Buffer, signature: string | undefined): Promise<void> {
  const { provider, providerObjects } = deps;
  const event = await provider.readEvent(raw, signature);
  if (!event) throw new ProblemError('billing.bad_signature');
  const { id, objectId } = event;
  if (objectId === null || (await providerObjects.isEventApplied(id))) return;
  try {
    const object = await syncProviderObject(deps, objectId, ({ session }) =>
      providerObjects.insertAppliedEvent(event, session),
    );
    if (!object)
      throw new ProblemError('billing.provider_failed', {
        cause: new Error(`The provider sent an event about ${objectId}, but does not know it.`),
      });
  } catch (error) {
    if (isDuplicateKey(error) && (await providerObjects.isEventApplied(id))) return;
    throw error;
  }
}

/**
 * Fetches an object's current state from the payment provider and upserts it. Returns the object as applied; null when
 * the provider does not know it.
 *
 * Webhooks, checkout and the reconciler all go through here, so duplicated or reordered events converge on the same
 * state: we never apply an event's payload, only what the provider holds now. `fetchSeq` orders concurrent fetches; an
 * older fetch is ignored.
 *
 * An overdue subscription is cancelled at the provider first; throws `billing.provider_failed` when it still runs after
 * three cancellations.
 */
export async function syncProviderObject(
  deps: SyncDeps,
  id: string,
  inSameTransaction: TransactionStep = noStep,
): Promise<ProviderObject | null> {
  const { provider, providerObjects, clock, outbox } = deps;
  for (let cancellations = 0; ; cancellations += 1) {
    const fetchSeq = await providerObjects.nextFetchSeq(id);
    const object = await provider.findObject(id);
    if (!object) {
      await providerObjects.deleteUnknown(id);
      return null;
    }
    if (!mustCancelAtProvider(object, clock.now())) {
      await outbox.run(async (transaction) => {
        await inSameTransaction(transaction);
        const tracked = await providerObjects.applyIfNewer(id, fetchSeq, transaction.session);
        if (tracked) await applyObject(deps, transaction, { object, lastPublished: tracked.lastPublished });
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

async function applyObject(
  deps: SyncDeps,
  transaction: Transaction,
  { object, lastPublished }: { object: ProviderObject; lastPublished: string | null },
): Promise<void> {
  const { accounts, erasure, providerObjects, purchases, promoCodeUses, clock } = deps;
  const { session } = transaction;
  const { id, userId } = object;
  if (await erasure.isErased(userId, session)) return await eraseAgain(deps, transaction, object);
  if (object.charges.length > 0) {
    await publishPayments(providerObjects, transaction, { object, account: await accounts.get(userId, session) });
    await changePlanAccount(deps, transaction, { userId, decide: (account) => withProviderObject(account, object) });
    const purchase = await purchases.findByObject(id, session);
    if (purchase?.promoCode) await promoCodeUses.redeem(purchase.promoCode, userId, clock.now(), session);
  }
  if (isFinal(object)) await purchases.close(id, session);
  const published =
    object.kind === 'subscription' ? await publishSubscription(transaction, object, lastPublished) : null;
  await providerObjects.save(
    { _id: id, userId, lastPublished: published, watchUntil: watchUntil(object, clock.now()) },
    session,
  );
}

/** For an object of an erased user: begins the erasure again, which also ends the object at the provider. */
async function eraseAgain(
  { erasure, providerObjects, clock }: SyncDeps,
  transaction: Transaction,
  object: ProviderObject,
): Promise<void> {
  const { id, userId } = object;
  const { session } = transaction;
  // Payments and refunds are recorded although the payer was erased: accounting needs the amounts, but not the card.
  const charges = object.charges.map((charge) => ({ ...charge, cardFingerprint: null }));
  await publishPayments(providerObjects, transaction, { object: { ...object, charges }, account: null });
  const tracked = { _id: id, userId, lastPublished: null, watchUntil: watchUntil(object, clock.now()) };
  await providerObjects.save(tracked, session);
  await erasure.begin(userId, session);
}

/** Publishes a subscription unless its data equals `lastPublished`. Returns the data that is published now, as JSON. */
async function publishSubscription(
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

/**
 * Publishes each payment, refund and lost dispute of an object exactly once, however often the object is fetched.
 *
 * @param account the account before the object is applied to it; null for an erased user
 */
async function publishPayments(
  providerObjects: ProviderObjectRepository,
  transaction: Transaction,
  { object, account }: { object: ProviderObject; account: PlanAccount | null },
): Promise<void> {
  const payments = await providerObjects.listPayments(object.id, transaction.session);
  const recorded = new Map(payments.map((payment) => [payment._id, payment]));
  for (const charge of object.charges) {
    const payment = await publishCharge(transaction, {
      object,
      account,
      charge,
      recorded: recorded.get(charge.paymentId),
    });
    if (payment) await providerObjects.savePayment(payment, transaction.session);
  }
}

/** Publishes what is new in a charge. Returns the new record; null when the charge is recorded already. */
async function publishCharge(
  { emit }: Transaction,
  {
    object,
    account,
    charge,
    recorded,
  }: {
    object: ProviderObject;
    account: PlanAccount | null;
    charge: ProviderCharge;
    recorded?: RecordedPayment | undefined;
  },
): Promise<RecordedPayment | null> {
  const { paymentId, amount, currency, refunded, refundedAt, disputeLostAt, paidAt, cardFingerprint } = charge;
  const isSubscription = object.kind === 'subscription';
  const payment = {
    paymentId,
    userId: object.userId,
    plan: isSubscription ? 'pro_monthly' : 'pro_oneoff',
    subscriptionId: isSubscription ? object.id : null,
    currency,
  } as const;
  if (!recorded)
    await emit(paymentSucceeded, paymentId, { ...payment, amount, paidAt: paidAt.toISOString(), cardFingerprint });
  const refundedBefore = recorded?.refunded ?? 0;
  if (refunded > refundedBefore && refundedAt)
    await emit(paymentRefunded, paymentId, {
      ...payment,
      amount: refunded - refundedBefore,
      refundKey: `${paymentId}:${refunded}`,
      isFull: refunded >= amount,
      refundedAt: refundedAt.toISOString(),
    });
  if (disputeLostAt && !recorded?.disputeLostAt)
    await emit(paymentDisputed, paymentId, {
      ...payment,
      amount: amount - refunded,
      lostAt: disputeLostAt.toISOString(),
    });
  if (isChargeRecorded(charge, recorded)) return null;
  const bought = boughtPlan({ recorded, account, payment, paidAt });
  return {
    _id: paymentId,
    userId: object.userId,
    objectId: object.id,
    amount,
    refunded: Math.max(refunded, refundedBefore),
    disputeLostAt,
    ...(bought ? { bought } : {}),
  };
}

/** What a payment buys. The effect of a payment that was applied earlier is not known any more. */
function boughtPlan({
  recorded,
  account,
  payment: { plan, currency },
  paidAt,
}: {
  recorded: RecordedPayment | undefined;
  account: PlanAccount | null;
  payment: Pick<BoughtPlan, 'plan' | 'currency'>;
  paidAt: Date;
}): BoughtPlan | null {
  if (recorded?.bought) return recorded.bought;
  if (!account) return null;
  return { plan, currency, paidAt, effect: recorded ? null : effectOf(account, plan, paidAt) };
}

/** True when everything about a charge is recorded. */
export const isChargeRecorded = (
  { refunded, disputeLostAt }: ProviderCharge,
  recorded: RecordedPayment | undefined,
): boolean =>
  recorded !== undefined &&
  recorded.refunded >= refunded &&
  (recorded.disputeLostAt !== null) === (disputeLostAt !== null);
