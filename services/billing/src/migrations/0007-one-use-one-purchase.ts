import type { Migration } from '@inkbear/service-kit/migrations';
import type { Connection } from 'mongoose';

/** One use of a promo code lowers one open purchase, whichever replica begins it. */
export const oneUseOnePurchase: Migration = {
  id: '0007-one-use-one-purchase',
  up: async (connection) => {
    await closeDoubles(connection);
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

/** Of two that were opened with one use the one-off stays open; what becomes of the other at the provider is still watched and taken in. */
async function closeDoubles(connection: Connection): Promise<void> {
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
