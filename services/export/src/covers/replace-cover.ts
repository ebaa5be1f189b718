import { coverLimits } from '@inkbear/contracts/export/cover';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { UploadedFile } from '@inkbear/service-kit/serve';
import type { CoverRow } from './cover.repository.ts';
import type { CoverDeps, CoverOwner } from './remove-cover.ts';

interface Upload {
  readonly file: UploadedFile | null;
  readonly signal: AbortSignal;
}

/** Replaces the cover of a book. Throws 503 `export.busy` when too many images wait, in total or of this user. */
export async function replaceCover(
  { covers, storedFiles, quota, images, outbox, newId }: CoverDeps,
  { bookId, userId }: CoverOwner,
  { file, signal }: Upload,
): Promise<CoverRow> {
  if (!file) throw new ProblemError('export.cover_missing');
  if (file.buffer.length > coverLimits.bytes) throw new ProblemError('export.cover_too_large');
  const { data, width, height } = await images.reencodeCover({ owner: userId, signal }, file.buffer);
  const row: CoverRow = { _id: bookId, userId, width, height, storedId: newId() };
  return await quota.reserve({ userId, operation: 'create', bytes: data.length }, async () => {
    await storedFiles.insert({ id: row.storedId, userId, kind: 'cover' }, [data]);
    await outbox.run(async ({ session }) => {
      const before = await covers.find(bookId, userId, session);
      await covers.set(row, session);
      await storedFiles.addReference(row.storedId, session);
      await storedFiles.removeReference(before ? [before.storedId] : [], userId, session);
    });
    return row;
  });
}
