import type { Migration } from '@inkbear/service-kit/migrations';

/** Lets ids of provider events expire after 60 days. For ids of earlier releases the 60 days start now. */
export const providerEventsExpire: Migration = {
  id: '0010-provider-events-expire',
  up: async (connection) => {
    const events = connection.collection('provider_events');
    await events.updateMany(
      { expireAt: { $exists: false } },
      { $set: { expireAt: new Date(Date.now() + 60 * 86_400_000) } },
      { hint: { _id: 1 } },
    );
    await events.createIndex({ expireAt: 1 }, { expireAfterSeconds: 0 });
  },
};
