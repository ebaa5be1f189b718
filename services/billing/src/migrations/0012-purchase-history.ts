import { paymentSucceeded } from '@inkbear/contracts/events';
import type { Migration } from '@inkbear/service-kit/migrations';
import type { OutboxRow } from '@inkbear/service-kit/outbox';
import type { Connection } from 'mongoose';

/**
 * Completes the recorded payments with what was bought, from the events that published them, and creates the index of a
 * user's history. A payment that a process of the earlier release records during the upgrade gets it when something of
 * it changes, for example with a refund.
 */
export const purchaseHistory: Migration = {
  id: '0012-purchase-history',
  up: async (connection) => {
    const payments = connection.collection('payments');
    await payments.createIndex({ userId: 1, 'bought.paidAt': -1, _id: -1 });
    await completePayments(connection);
  },
};

async function completePayments(connection: Connection): Promise<void> {
  const payments = connection.collection<{ _id: string }>('payments');
  const events = connection.collection<OutboxRow>('outbox').find({ type: paymentSucceeded.type });
  for await (const { data, time } of events) {
    const { paymentId, plan, currency, paidAt } = paymentSucceeded.data.parse(data);
    const bought = { plan, currency, paidAt: paidAt === undefined ? time : new Date(paidAt), effect: null };
    await payments.updateOne({ _id: paymentId, bought: { $exists: false } }, { $set: { bought } });
  }
}
