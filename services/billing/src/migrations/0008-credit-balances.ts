import { createCollections, type Migration } from '@inkbear/service-kit/migrations';

/** What books tells of credits, so that an admin's change of them says what they were. */
export const creditBalances: Migration = {
  id: '0008-credit-balances',
  up: async (connection) => {
    await createCollections(connection, ['credit_balances']);
  },
};
