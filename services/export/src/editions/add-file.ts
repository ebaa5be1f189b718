import type { FileProfile } from '@inkbear/contracts/export/edition';
import { type EditionRow, type FileRow, findUsableFile } from './edition.ts';
import { requireFormatsPossible } from './freeze-book.ts';
import { addFiles, readBuildInputs, type RequestDeps, requireFormatsInPlan } from './request-files.ts';

/** Requests one more file of an edition, unless it has it. */
export async function addFile(
  deps: RequestDeps,
  { id, userId, profile }: { id: string; userId: string; profile: FileProfile },
): Promise<{ edition: EditionRow; file: FileRow; isNew: boolean }> {
  const { editions, covers, outbox } = deps;
  const before = await editions.get(id, userId);
  await requireFormatsInPlan(deps, userId, [profile]);
  requireFormatsPossible(before, [profile]);
  const sources = await readBuildInputs(covers, before, [profile]);
  return await outbox.run(async (transaction) => {
    const current = await editions.get(id, userId, transaction.session);
    const edition = await addFiles(deps, current, sources, transaction);
    const file = sources.map((source) => findUsableFile(edition.files, source))[0];
    if (!file) throw new Error('The requested file was not added.');
    return { edition, file, isNew: edition !== current };
  });
}
