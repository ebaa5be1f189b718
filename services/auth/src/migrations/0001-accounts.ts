import { createCollections, type Migration } from '@inkbear/service-kit/migrations';
import { migrateRevocationLog } from '@inkbear/service-kit/revocation-log';
import { migrateSignInThrottle } from '@inkbear/service-kit/sign-in-throttle';

export const accounts: Migration = {
  id: '0001-accounts',
  up: async (connection) => {
    await createCollections(connection, ['users', 'writing_days', 'credit_balances', 'referral_summaries']);
    const users = connection.collection('users');
    await users.createIndex({ email: 1 }, { unique: true });
    await users.createIndex({ referralCode: 1 }, { unique: true });
    await users.createIndex({ deletedAt: 1 });
    await connection.collection('writing_days').createIndex({ userId: 1, date: -1 }, { unique: true });
    await migrateRevocationLog(connection);
    await migrateSignInThrottle(connection);
  },
};
