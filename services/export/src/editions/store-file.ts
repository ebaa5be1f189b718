import type { ByteQuota } from '@inkbear/service-kit/byte-quota';
import type { Logger } from '@inkbear/service-kit/logger';
import type { StoredFileRepository, StoredKind } from './stored-file.repository.ts';

export interface StoreFileDeps {
  readonly storedFiles: StoredFileRepository;
  readonly quota: ByteQuota;
  readonly logger: Logger;
}

interface StorableFile {
  readonly id: string;
  readonly userId: string;
  readonly kind: StoredKind;
  readonly content: Uint8Array;
}

/**
 * Stores a file within its user's quota, and deletes it again unless something refers to it then.
 * @param refer the transaction that refers to the file; false when it does not
 * @returns whether the file is referred to
 */
export async function storeFile(
  deps: StoreFileDeps,
  { id, userId, kind, content }: StorableFile,
  refer: () => Promise<boolean>,
): Promise<boolean> {
  const { storedFiles, quota } = deps;
  let isUploaded = false;
  try {
    const isReferredTo = await quota.reserve({ userId, operation: 'create', bytes: content.byteLength }, async () => {
      await storedFiles.insert({ id, userId, kind }, [content]);
      isUploaded = true;
      return await refer();
    });
    if (isReferredTo) return true;
  } catch (error) {
    quota.invalidate(userId);
    // The transaction may have committed although its reply was lost; then the file is in use.
    if (isUploaded && !(await deleteUpload(deps, id))) return true;
    throw error;
  }
  quota.invalidate(userId);
  await deleteUpload(deps, id);
  return false;
}

/** False when the file is in use. A file that cannot be deleted now is deleted by the cleanup job. */
async function deleteUpload({ storedFiles, logger }: StoreFileDeps, storedId: string): Promise<boolean> {
  try {
    return await storedFiles.deleteUnreferenced(storedId);
  } catch (err) {
    logger.warn({ err, storedId }, 'upload_delete_failed');
    return true;
  }
}
