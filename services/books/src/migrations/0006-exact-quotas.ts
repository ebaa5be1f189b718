import { quotas } from '@inkbear/contracts/plans';
import { recountStoredBytes } from '@inkbear/manuscript-store/count-stored-bytes';
import { seedQuotas } from '@inkbear/service-kit/byte-quota';
import type { Migration } from '@inkbear/service-kit/migrations';
import { chapterKind } from '../chapters/chapter.ts';

/** The first count of bytes left out the changes that wait in a chapter, and nobody's Pro quota was remembered before a measurement under it. */
export const exactQuotas: Migration = {
  id: '0006-exact-quotas',
  up: async (connection) => {
    await recountStoredBytes(connection, chapterKind);
    await seedQuotas(connection, quotas.books);
  },
};
