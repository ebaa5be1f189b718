import type { Outbox } from '@inkbear/service-kit/outbox';
import type { StoredFileRepository } from '../editions/stored-file.repository.ts';
import { type ImportRow, newImport, requireImportAllowed, requireQueueCapacity } from './import.ts';
import type { ReceiveDeps, ReceivedFile } from './receive-import.ts';

export interface CreateImportDeps extends ReceiveDeps {
  readonly outbox: Outbox;
}

/** Serialises everything that adds imports to a queue or takes them from it. */
export const queueLock = 'imports';

/**
 * Queues an uploaded file to be read. The limits are checked again, because other uploads may have ended meanwhile; a file
 * beyond them is deleted.
 */
export async function createImport(
  { imports, storedFiles, outbox, clock, newId }: CreateImportDeps,
  userId: string,
  { storedId, fileName, bytes, appendTo }: ReceivedFile,
): Promise<ImportRow> {
  const row = newImport({ id: newId(), userId, fileName, bytes, fileId: storedId, appendTo, at: clock.now() });
  return await deletingOnFailure(storedFiles, storedId, () =>
    outbox.run(async ({ session, lock }) => {
      await lock(queueLock);
      const usage = await imports.readUsage(userId, row.createdAt, session);
      requireImportAllowed(usage, row.createdAt);
      requireQueueCapacity((await imports.listQueued('read', session)).length);
      await storedFiles.addReference(storedId, session);
      await imports.insert(row, usage.today, session);
      return row;
    }),
  );
}

async function deletingOnFailure<T>(
  storedFiles: StoredFileRepository,
  storedId: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // Does nothing when the transaction has committed although its reply was lost.
    await storedFiles.deleteUnreferenced(storedId);
    throw error;
  }
}
