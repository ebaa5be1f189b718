import { createCollections, type Migration } from '@inkbear/service-kit/migrations';

/** Adds the credit balances as published by books, so that the audit trail can record what an admin changed. */
export const creditBalances: Migration = {
  id: '0008-credit-balances',
  up: async (connection) => {
    await createCollections(connection, ['credit_balances']);
  },
};
