import { createCollections, type Migration } from '@inkbear/service-kit/migrations';

export const projections: Migration = {
  id: '0002-projections',
  up: async (connection) => {
    await createCollections(connection, [
      'users',
      'plan_changes',
      'books',
      'stories',
      'ai_calls',
      'payments',
      'refunds',
      'referrals',
      'audit',
      'clock_moves',
      'rebuilds',
    ]);
    const index = (name: string, ...keys: Record<string, 1>[]) =>
      connection.collection(name).createIndexes(keys.map((key) => ({ key })));
    const listed = (...fields: string[]) =>
      fields.map((field): Record<string, 1> => ({ [`list.${field}`]: 1, _id: 1 }));
    await index(
      'users',
      { 'registered.createdAt': 1 },
      { 'list.month': 1 },
      ...listed(
        'createdAt',
        'email',
        'lastName',
        'bookCount',
        'openaiCostThisMonth',
        'openaiTokensUsed',
        'referralCredits',
        'planEndDate',
      ),
    );
    await index('plan_changes', { 'told.userId': 1, 'told.order': 1 });
    await index(
      'books',
      { 'created.userId': 1, 'created.createdAt': 1 },
      { 'created.createdAt': 1, 'created.userId': 1 },
    );
    await index('stories', { 'told.userId': 1 }, ...listed('createdAt', 'title', 'wordCount'));
    await index(
      'ai_calls',
      { 'told.userId': 1, 'told.at': 1, 'told.tokens': 1, 'told.cost': 1 },
      { 'told.month': 1, 'told.tokens': 1, 'told.cost': 1, 'told.userId': 1 },
    );
    await index('payments', { 'told.month': 1, 'told.amount': 1 }, { 'told.userId': 1, 'told.paidAt': 1 });
    await index('refunds', { 'told.month': 1, 'told.amount': 1 }, { 'told.paymentId': 1 });
    await index('referrals', { 'told.createdAt': 1 }, { 'told.referrerId': 1, 'told.status': 1 });
    await index('audit', { 'told.at': 1, _id: 1 });
    await index('clock_moves', { 'told.at': 1 });
  },
};
