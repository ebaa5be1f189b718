import { createCollections, type Migration } from '@inkbear/service-kit/migrations';
import type { Connection } from 'mongoose';

const runRetentionSeconds = 90 * 86_400;

/**
 * Adds purchases, promo codes and a ledger of payments. Converts the rows of earlier releases, and records the payments
 * that these published, so that they are not published again.
 */
export const purchases: Migration = {
  id: '0004-purchases',
  up: async (connection) => {
    await createCollections(connection, [
      'purchases',
      'promo_codes',
      'promo_code_usage',
      'payments',
      'provider_objects',
      'reconciliations',
      'provider_differences',
    ]);
    await createIndexes(connection);
    await recordPublishedPayments(connection);
    await convertSandboxObjects(connection);
    await connection
      .collection('plan_accounts')
      .updateMany(
        { _id: { $exists: true }, paidMonthly: { $type: 'object' } },
        { $set: { 'paidMonthly.amount': 1200, 'paidMonthly.currency': 'gbp', 'paidMonthly.endReason': null } },
      );
  },
};

async function createIndexes(connection: Connection): Promise<void> {
  const index = (collection: string, keys: Record<string, 1>, options = {}) =>
    connection.collection(collection).createIndex(keys, options);
  await index(
    'purchases',
    { userId: 1, openKind: 1 },
    { unique: true, partialFilterExpression: { openKind: { $exists: true } } },
  );
  await index('purchases', { userId: 1, promoCode: 1 });
  await index('purchases', { objectId: 1 });
  await index('purchases', { openKind: 1, beganAt: 1 });
  await index('promo_codes', { code: 1 }, { unique: true });
  for (const field of ['createdAt', 'code', 'currentUses']) await index('promo_codes', { [field]: 1, _id: 1 });
  await index('promo_code_usage', { state: 1, reservedUntil: 1 });
  await index('promo_code_usage', { userId: 1 });
  await index('payments', { objectId: 1 });
  await index('payments', { userId: 1 });
  await index('provider_objects', { watchUntil: 1 });
  await index('provider_objects', { userId: 1 });
  await index('provider_differences', { userId: 1 });
  await index('reconciliations', { startedAt: 1 }, { expireAfterSeconds: runRetentionSeconds });
  await index('sandbox_objects', { 'charges.paymentId': 1 });
  await index('sandbox_objects', { createdAt: 1 });
}

async function recordPublishedPayments(connection: Connection): Promise<void> {
  const payments = connection.collection<{ _id: string }>('payments');
  for await (const { data } of connection.collection('outbox').find({ type: 'billing.payment.succeeded.v1' })) {
    const { paymentId, userId, amount } = data as { paymentId: string; userId: string; amount: number };
    await payments.updateOne(
      { _id: paymentId },
      { $setOnInsert: { userId, objectId: paymentId.split(':')[0], amount, refunded: 0, disputeLostAt: null } },
      { upsert: true },
    );
  }
}

interface OldObject {
  _id: string;
  kind: 'subscription' | 'payment';
  status: string;
  amount: number;
  currency: string;
  cardFingerprint: string | null;
  paidAt?: Date | null;
  periodStart?: Date | null;
  charges?: unknown;
}

/**
 * Adds the list of charges, because objects of earlier releases stored only their latest payment. Cancels unpaid
 * objects, so that their users start again.
 */
async function convertSandboxObjects(connection: Connection): Promise<void> {
  const objects = connection.collection<OldObject>('sandbox_objects');
  for await (const {
    _id,
    kind,
    status,
    amount,
    currency,
    cardFingerprint,
    paidAt,
    periodStart,
    charges,
  } of objects.find({ _id: { $exists: true } })) {
    if (charges !== undefined) continue;
    const paidOn = kind === 'payment' ? paidAt : periodStart;
    const paymentId = kind === 'payment' ? _id : `${_id}:${periodStart?.toISOString() ?? ''}`;
    const charge = {
      paymentId,
      amount,
      currency,
      paidAt: paidOn,
      cardFingerprint,
      refunded: 0,
      refundedAt: null,
      disputeLostAt: null,
    };
    const isUnpaid = status === 'incomplete' || status === 'requires_payment';
    await objects.updateOne(
      { _id },
      {
        $set: {
          charges: paidOn ? [charge] : [],
          total: amount,
          endReason: status === 'canceled' ? 'cancelled' : null,
          ...(isUnpaid ? { status: 'canceled' } : {}),
        },
        $unset: { openKind: 1 },
      },
    );
  }
}
