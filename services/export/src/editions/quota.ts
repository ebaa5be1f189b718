import { quotas } from '@inkbear/contracts/plans';
import { ByteQuota } from '@inkbear/service-kit/byte-quota';
import type { Entitlements } from '@inkbear/service-kit/entitlements';
import type { Connection } from 'mongoose';
import type { StoredFileRepository } from './stored-file.repository.ts';

interface QuotaDeps {
  readonly connection: Connection;
  readonly entitlements: Entitlements;
  readonly storedFiles: StoredFileRepository;
}

/** The byte quota for a user's finished files, frozen books, covers and imports. */
export const createQuota = ({ connection, entitlements, storedFiles }: QuotaDeps): ByteQuota =>
  new ByteQuota({
    connection,
    entitlements,
    code: 'export.quota_used',
    quota: quotas.files,
    refusal:
      'Your files have used up the storage of your plan. Delete editions or imports that you no longer need. What you have written is safe.',
    measure: (userId) => storedFiles.measure(userId),
  });
