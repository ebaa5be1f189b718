import type { Migration } from '@inkbear/service-kit/migrations';
import type { Connection } from 'mongoose';

/** Adds a unique index, so that one use of a promo code applies to one open purchase on all replicas. */
export const oneUseOnePurchase: Migration = {
  id: '0007-one-use-one-purchase',
  up: async (connection) => {
    await closeDuplicates(connection);
    await connection.collection('purchases').createIndex(
      { userId: 1, promoCode: 1 },
      {
        name: 'one_open_purchase_of_a_use',
        unique: true,
        partialFilterExpression: { openKind: { $exists: true }, promoCode: { $type: 'string' } },
      },
    );
  },
};

/**
 * Closes the subscription of two purchases with the same use; the one-off stays open. The subscription at the provider
 * is still watched, so a payment for it is applied.
 */
async function closeDuplicates(connection: Connection): Promise<void> {
  const purchases = connection.collection<{ _id: string; userId: string; promoCode: string | null }>('purchases');
  const seen = new Set<string>();
  for await (const { _id, userId, promoCode } of purchases
    .find({ openKind: { $in: ['subscription', 'payment'] } })
    .sort({ openKind: 1, beganAt: 1 })) {
    if (promoCode === null) continue;
    const use = `${promoCode}:${userId}`;
    if (seen.has(use)) await purchases.updateOne({ _id }, { $unset: { openKind: 1 } });
    seen.add(use);
  }
}
