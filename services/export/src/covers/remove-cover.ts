import type { ByteQuota } from '@inkbear/service-kit/byte-quota';
import type { NewId } from '@inkbear/service-kit/ids';
import type { Outbox, Transaction } from '@inkbear/service-kit/outbox';
import type { Peers } from '@inkbear/service-kit/peers';
import type { StoredFileRepository } from '../editions/stored-file.repository.ts';
import type { CoverRepository } from './cover.repository.ts';
import type { ImagePool } from './image-pool.ts';

export interface CoverDeps {
  readonly covers: CoverRepository;
  readonly storedFiles: StoredFileRepository;
  readonly quota: ByteQuota;
  readonly images: ImagePool;
  readonly outbox: Outbox;
  readonly peers: Peers;
  readonly newId: NewId;
}

export interface CoverOwner {
  readonly bookId: string;
  readonly userId: string;
}

/** Removes a book's cover; a job deletes the image. */
export async function removeCover(
  { covers, storedFiles, quota }: Pick<CoverDeps, 'covers' | 'storedFiles' | 'quota'>,
  { bookId, userId }: CoverOwner,
  { session, afterCommit }: Transaction,
): Promise<void> {
  const cover = await covers.find(bookId, userId, session);
  if (!cover) return;
  await covers.remove(bookId, session);
  await storedFiles.removeReference([cover.storedId], userId, session);
  afterCommit(() => quota.invalidate(userId));
}
