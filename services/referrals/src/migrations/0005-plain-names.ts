import type { Migration } from '@inkbear/service-kit/migrations';
import { copyRenamed } from '@inkbear/service-kit/mongo-renames';
import { paymentRenames } from '../referrals/referral.repository.ts';

/** Renames fields of payments by copying them to their new names: see `paymentRenames`. No index has them. */
export const renameFields: Migration = {
  id: '0005-plain-names',
  up: (connection) => copyRenamed(connection, 'payments', paymentRenames),
};
