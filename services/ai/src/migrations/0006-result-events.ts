import { aiResultCreated } from '@inkbear/contracts/events';
import type { Migration } from '@inkbear/service-kit/migrations';

/** Finds the published results of a user, whose fingerprints are blanked when the account is erased. */
export const resultEvents: Migration = {
  id: '0006-result-events',
  up: async (connection) => {
    await connection
      .collection('outbox')
      .createIndex(
        { 'data.userId': 1, 'data.fingerprint.window': 1 },
        { name: 'results_of_user', partialFilterExpression: { type: aiResultCreated.type } },
      );
  },
};
