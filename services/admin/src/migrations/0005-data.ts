import type { Migration } from '@inkbear/service-kit/migrations';
import { copyRenamed, Renames } from '@inkbear/service-kit/mongo-renames';

const renames = new Renames({ data: 'told', 'touched.data': 'touched.told' });

/** By collection: the indexes on the renamed part. */
const indexes = {
  plan_changes: [{ 'data.userId': 1, 'data.order': 1 }],
  stories: [{ 'data.userId': 1 }],
  ai_calls: [
    { 'data.userId': 1, 'data.at': 1, 'data.tokens': 1, 'data.cost': 1 },
    { 'data.month': 1, 'data.tokens': 1, 'data.cost': 1, 'data.userId': 1 },
  ],
  payments: [
    { 'data.month': 1, 'data.amount': 1 },
    { 'data.userId': 1, 'data.paidAt': 1 },
  ],
  refunds: [{ 'data.month': 1, 'data.amount': 1 }, { 'data.paymentId': 1 }],
  referrals: [{ 'data.createdAt': 1 }, { 'data.referrerId': 1, 'data.status': 1 }],
  audit: [{ 'data.at': 1, _id: 1 }],
  clock_moves: [{ 'data.at': 1 }],
} satisfies Record<string, Record<string, 1>[]>;

/** This long after the migration, a rolling upgrade is over. */
const afterUpgradeMs = 60 * 60_000;

/**
 * Copies the part `told` of all rows to its new name `data`.
 *
 * Unlike other renames (`Renames`), this release reads the new name at once, because projections can be rebuilt. It
 * writes both names, so a process of the previous release reads everything. What such a process projects after this
 * migration is only under the old name; the rebuild, an hour later, replays those events. Until then the figures may
 * lag, as during a NATS outage. The request is a field that the previous release does not read.
 */
export const dataPart: Migration = {
  id: '0005-data',
  up: async (connection) => {
    for (const [name, keys] of Object.entries(indexes)) {
      await connection.collection(name).createIndexes(keys.map((key) => ({ key })));
      await copyRenamed(connection, name, renames);
    }
    if ((await connection.collection('users').estimatedDocumentCount()) === 0) return;
    await connection
      .collection<{ _id: string }>('rebuilds')
      .updateOne(
        { _id: 'latest' },
        { $set: { rebuildAfter: new Date(Date.now() + afterUpgradeMs) }, $setOnInsert: { requestedAt: null } },
        { upsert: true },
      );
  },
};
