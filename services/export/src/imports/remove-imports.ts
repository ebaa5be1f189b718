import type { Batch } from '@inkbear/service-kit/batches';
import type { ByteQuota } from '@inkbear/service-kit/byte-quota';
import type { Clock } from '@inkbear/service-kit/clock';
import type { EraseRows } from '@inkbear/service-kit/erasure';
import type { Outbox, Transaction } from '@inkbear/service-kit/outbox';
import type { StoredFileRepository } from '../editions/stored-file.repository.ts';
import { queueLock } from './create-import.ts';
import { type ImportRow, type MakeEnd, storedIdsOf } from './import.ts';
import type { ImportRepository } from './import.repository.ts';

export interface RemoveImportDeps {
  readonly imports: ImportRepository;
  readonly storedFiles: StoredFileRepository;
  readonly quota: ByteQuota;
  readonly outbox: Outbox;
  readonly clock: Clock;
}

const cancelled: MakeEnd = { state: 'cancelled', error: null };

/**
 * Cancels an import that is read or made, or removes another one with its files. The process that runs it notices within a
 * second. What the books service has stored of a book is deleted before the import is cancelled.
 */
export async function removeImport(
  deps: RemoveImportDeps,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  const { imports, outbox } = deps;
  await outbox.run(async (transaction) => {
    await transaction.lock(queueLock);
    const row = await imports.get(id, userId, transaction.session);
    const { queue, making } = row;
    if (queue === null) return await remove(deps, row, transaction);
    const change: Partial<ImportRow> =
      queue === 'make' && making
        ? { making: { ...making, undo: cancelled }, lease: null, tries: 0 }
        : { ...cancelled, queue: null, lease: null, progress: null };
    await imports.update(id, change, transaction.session);
  });
}

/** Removes an import; a job deletes its files. */
async function remove(
  { imports, storedFiles, quota }: RemoveImportDeps,
  row: Pick<ImportRow, '_id' | 'userId' | 'fileId' | 'textId' | 'commentsId'>,
  { session, afterCommit }: Transaction,
): Promise<void> {
  await imports.remove(row._id, session);
  await storedFiles.removeReference(storedIdsOf(row), row.userId, session);
  afterCommit(() => quota.invalidate(row.userId));
}

/** Removes imports that are older than 30 days. */
export const removeOldImports = (deps: RemoveImportDeps): Batch<ImportRow> => ({
  name: 'remove-old-imports',
  list: (limit) => deps.imports.listExpired(deps.clock.now(), limit),
  idOf: ({ _id }) => _id,
  work: ({ _id, userId }) =>
    deps.outbox.run(async (transaction) => {
      await transaction.lock(queueLock);
      const row = await deps.imports.find(_id, userId, transaction.session);
      if (row?.queue === null) await remove(deps, row, transaction);
    }),
});

/** Deletes an erased user's imports; their files are deleted with all others, after them. */
export const eraseImports =
  (imports: ImportRepository): EraseRows =>
  (userId, limit) =>
    imports.eraseSome(userId, limit);
