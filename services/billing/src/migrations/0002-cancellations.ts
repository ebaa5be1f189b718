import type { Migration } from '@inkbear/service-kit/migrations';

export const cancellations: Migration = {
  id: '0002-cancellations',
  up: async (connection) => {
    await connection
      .collection('plan_accounts')
      .createIndex(
        { cancellationWanted: 1, 'paidMonthly.status': 1 },
        { partialFilterExpression: { cancellationWanted: true } },
      );
  },
};
