import { quotas } from '@inkbear/contracts/plans';
import { recountStoredBytes } from '@inkbear/manuscript-store/count-stored-bytes';
import { seedQuotas } from '@inkbear/service-kit/byte-quota';
import type { Migration } from '@inkbear/service-kit/migrations';
import { storyKind } from '../stories/story.ts';

/** The first count of bytes left out the changes that wait in a story, and nobody's Pro quota was remembered before a measurement under it. */
export const exactQuotas: Migration = {
  id: '0004-exact-quotas',
  up: async (connection) => {
    await recountStoredBytes(connection, storyKind);
    await seedQuotas(connection, quotas.stories);
  },
};
