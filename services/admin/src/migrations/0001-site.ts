import { createCollections, type Migration } from '@inkbear/service-kit/migrations';
import { migrateRevocationLog } from '@inkbear/service-kit/revocation-log';
import { migrateSignInThrottle } from '@inkbear/service-kit/sign-in-throttle';

export const site: Migration = {
  id: '0001-site',
  up: async (connection) => {
    await createCollections(connection, ['site_logos', 'page_views']);
    await connection.collection('site_logos').createIndex({ isActive: 1 });
    await migrateRevocationLog(connection);
    await migrateSignInThrottle(connection);
  },
};
