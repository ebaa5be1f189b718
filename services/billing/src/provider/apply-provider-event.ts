import { limits } from '@inkbear/contracts/plans';
import { paymentSucceeded } from '@inkbear/contracts/events';
import type { Erasure } from '@inkbear/service-kit/erasure';
import { isDuplicateKey } from '@inkbear/service-kit/mongo';
import type { Outbox, Transaction } from '@inkbear/service-kit/outbox';
import type { Connection } from 'mongoose';
import type { PlanAccounts } from '../plan-accounts/change-plan-account.ts';
import type { PlanAccount } from '../plan-accounts/plan-account.ts';
import type { PaymentProvider, ProviderEvent, ProviderObject, ProviderPayment, ProviderSubscription } from './payment-provider.ts';

const dayMs = 86_400_000;

interface Deps {
  connection: Connection;
  outbox: Outbox;
  accounts: PlanAccounts;
  provider: PaymentProvider;
  erasure: Erasure;
}

/** Applies an event once, whatever the order: the object's present state is fetched, and an older version changes nothing. */
export async function applyProviderEvent({ connection, outbox, accounts, provider, erasure }: Deps, event: ProviderEvent): Promise<void> {
  const seen = connection.collection<{ _id: string; type: string; at: Date }>('provider_events');
  if (await seen.findOne({ _id: event.id })) return;
  const object = await provider.findObject(event.objectId);
  if (!object) throw new Error(`The provider does not know ${event.objectId}, of which it sent an event.`);
  try {
    await outbox.run(async (transaction) => {
      await seen.insertOne({ _id: event.id, type: event.type, at: new Date() }, { session: transaction.session });
      // Something that began at the provider after its user was erased: it is ended and forgotten there once more.
      if (await erasure.isErased(object.userId, transaction.session)) await erasure.begin(object.userId, transaction.session);
      else await applyObject(transaction, accounts, object);
    });
  } catch (error) {
    if (isDuplicateKey(error) && (await seen.findOne({ _id: event.id }))) return;
    throw error;
  }
}

async function applyObject(transaction: Transaction, accounts: PlanAccounts, object: ProviderObject): Promise<void> {
  let isNewPayment = false;
  await accounts.change(transaction, object.userId, (account) => {
    const decided = object.kind === 'subscription' ? withSubscription(account, object) : withPayment(account, object);
    isNewPayment = object.kind === 'subscription' ? isNewlyPaid(account, object) : decided !== account && object.status === 'succeeded';
    return decided;
  });
  if (!isNewPayment) return;
  const paymentId = object.kind === 'payment' ? object.id : `${object.id}:${object.periodStart?.toISOString() ?? ''}`;
  await transaction.emit(paymentSucceeded, paymentId, { userId: object.userId, paymentId, plan: object.kind === 'payment' ? 'pro_oneoff' : 'pro_monthly', amount: object.amount, currency: object.currency, cardFingerprint: object.cardFingerprint });
}

/** Each new period of an active subscription was paid for. */
function isNewlyPaid({ paidMonthly }: PlanAccount, { id, status, periodStart }: ProviderSubscription): boolean {
  if (status !== 'active' || !periodStart) return false;
  return paidMonthly?.subscriptionId !== id || paidMonthly.periodStart < periodStart;
}

export function withSubscription(account: PlanAccount, object: ProviderSubscription): PlanAccount {
  const { id, version, status, startedAt, periodStart, periodEnd, cancelAtPeriodEnd, endedAt } = object;
  const stored = account.paidMonthly;
  if (status === 'incomplete' || !startedAt || !periodStart || !periodEnd) return account;
  if (stored?.subscriptionId === id ? stored.version >= version : stored && stored.startedAt > startedAt) return account;
  const monthlyEndedAt = stored && stored.subscriptionId !== id ? (stored.endedAt ?? account.monthlyEndedAt) : account.monthlyEndedAt;
  return { ...account, monthlyEndedAt, paidMonthly: { subscriptionId: id, version, status, startedAt, periodStart, periodEnd, cancelAtPeriodEnd, endedAt } };
}

/** A paid one-off runs 30 days from its payment, or until an admin ended it; a refund ends it at once. */
export function withPayment(account: PlanAccount, { id, version, status, paidAt }: ProviderPayment): PlanAccount {
  const stored = account.paidOneOffs.find(({ paymentId }) => paymentId === id);
  if (!paidAt || (stored && stored.version >= version)) return account;
  const others = account.paidOneOffs.filter(({ paymentId }) => paymentId !== id);
  const span = { paymentId: id, version, startedAt: paidAt, endsAt: stored?.endsAt ?? new Date(paidAt.getTime() + limits.oneOffDays * dayMs) };
  return { ...account, paidOneOffs: [...others, status === 'refunded' ? { ...span, refundedAt: paidAt } : span] };
}
