import type { Migration } from '@inkbear/service-kit/migrations';

/** No release before took a logo in, so there is none to change. */
export const logos: Migration = {
  id: '0003-logos',
  up: async (connection) => {
    await connection.collection('site_logos').createIndexes([{ key: { filename: 1 } }, { key: { uploadedBy: 1 } }]);
  },
};
