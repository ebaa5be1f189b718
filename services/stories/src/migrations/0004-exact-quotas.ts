import { quotas } from '@inkbear/contracts/plans';
import { recountStoredBytes } from '@inkbear/manuscript-store/migrations/count-stored-bytes';
import { seedQuotas } from '@inkbear/service-kit/byte-quota';
import type { Migration } from '@inkbear/service-kit/migrations';
import { storyKind } from '../stories/story.ts';

/**
 * Recounts bytes, because the first count did not include pending changes. Also records which users have the Pro quota;
 * earlier releases recorded it only when they measured a user's bytes.
 */
export const exactQuotas: Migration = {
  id: '0004-exact-quotas',
  up: async (connection) => {
    await recountStoredBytes(connection, storyKind);
    await seedQuotas(connection, quotas.stories);
  },
};
