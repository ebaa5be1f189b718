import type { Migration } from '@inkbear/service-kit/migrations';
import type { Connection } from 'mongoose';

const closedRetentionSeconds = 90 * 86_400;

/** Merges the rows of a difference into one, because earlier releases wrote a new row each hour. */
export const oneRowPerDifference: Migration = {
  id: '0009-one-row-per-difference',
  up: async (connection) => {
    await mergeHourlyRows(connection);
    await connection
      .collection('provider_differences')
      .createIndex({ openId: 1 }, { unique: true, partialFilterExpression: { openId: { $exists: true } } });
    await connection.collection('provider_differences').createIndex({ lastSeenAt: 1 });
    await connection
      .collection('provider_differences')
      .createIndex({ closedAt: 1 }, { expireAfterSeconds: closedRetentionSeconds });
  },
};

interface Row {
  _id: string;
  objectId: string;
  foundAt?: Date;
  isRepaired?: boolean;
}

async function mergeHourlyRows(connection: Connection): Promise<void> {
  const rows = connection.collection<Row>('provider_differences');
  const newest = new Map<string, { _id: string; lastSeenAt: Date; count: number }>();
  for await (const { _id, objectId, foundAt, isRepaired } of rows.find({ _id: { $exists: true } }).sort({ _id: -1 })) {
    if (!foundAt) continue;
    const open = newest.get(objectId);
    if (isRepaired) {
      await rows.updateOne(
        { _id },
        {
          $set: { firstSeenAt: foundAt, lastSeenAt: foundAt, count: 1, closedAt: foundAt, outcome: 'repaired' },
          $unset: { foundAt: '', isRepaired: '' },
        },
      );
    } else if (open) {
      open.count += 1;
      await rows.updateOne({ _id: open._id }, { $set: { firstSeenAt: foundAt, count: open.count } });
      await rows.deleteOne({ _id });
    } else {
      newest.set(objectId, { _id, lastSeenAt: foundAt, count: 1 });
      await rows.updateOne(
        { _id },
        {
          $set: {
            openId: objectId,
            firstSeenAt: foundAt,
            lastSeenAt: foundAt,
            count: 1,
            closedAt: null,
            outcome: null,
          },
          $unset: { foundAt: '', isRepaired: '' },
        },
      );
    }
  }
}
