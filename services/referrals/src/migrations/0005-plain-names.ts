import type { Migration } from '@inkbear/service-kit/migrations';
import { copyRenamed } from '@inkbear/service-kit/mongo-renames';
import { paymentRenames } from '../referrals/referral.repository.ts';

/** Copies the fields of payments to their new names: see `paymentRenames`. No index has them. */
export const plainNames: Migration = {
  id: '0005-plain-names',
  up: (connection) => copyRenamed(connection, 'payments', paymentRenames),
};
