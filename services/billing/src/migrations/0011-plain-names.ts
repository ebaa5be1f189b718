import type { Migration } from '@inkbear/service-kit/migrations';
import { copyRenamed } from '@inkbear/service-kit/mongo-renames';
import { trackedRenames } from '../provider/provider-object.repository.ts';

/** Copies the fields of tracked objects to their new names: see `trackedRenames`. No index has them. */
export const plainNames: Migration = {
  id: '0011-plain-names',
  up: (connection) => copyRenamed(connection, 'provider_objects', trackedRenames),
};
