import type { Migration } from '@inkbear/service-kit/migrations';

/** Earlier releases stored no logos, so there is nothing to convert. */
export const logos: Migration = {
  id: '0003-logos',
  up: async (connection) => {
    await connection.collection('site_logos').createIndexes([{ key: { filename: 1 } }, { key: { uploadedBy: 1 } }]);
  },
};
