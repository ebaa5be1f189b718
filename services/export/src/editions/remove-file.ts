import { isFinished } from '@inkbear/contracts/export/edition';
import { getFile } from './edition.ts';
import type { RemoveDeps } from './remove-editions.ts';
import { queueLock } from './request-files.ts';

/** Cancels a file that is being made, or deletes one that is not. */
export async function removeFile(
  { editions, storedFiles, quota, outbox, clock }: RemoveDeps,
  { id, fileId, userId }: { id: string; fileId: string; userId: string },
): Promise<void> {
  await outbox.run(async ({ session, lock, afterCommit }) => {
    await lock(queueLock);
    const edition = await editions.get(id, userId, session);
    const file = getFile(edition, fileId);
    const cancelled = { state: 'cancelled', finishedAt: clock.now(), lease: null, progress: null } as const;
    const files = isFinished(file.state)
      ? edition.files.filter((other) => other !== file)
      : edition.files.map((other) => (other === file ? { ...file, ...cancelled } : other));
    const isStillBusy = files.some(({ state }) => !isFinished(state));
    await editions.setFiles({ _id: id, files }, isStillBusy, session);
    await storedFiles.removeReference(file.storedId ? [file.storedId] : [], userId, session);
    afterCommit(() => quota.invalidate(userId));
  });
}
