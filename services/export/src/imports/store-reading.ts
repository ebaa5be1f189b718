import type { NewId } from '@inkbear/service-kit/ids';
import type { Outbox } from '@inkbear/service-kit/outbox';
import { storeFile, type StoreFileDeps } from '../editions/store-file.ts';
import type { ImportRow } from './import.ts';
import type { ImportClaim, ImportRepository } from './import.repository.ts';
import type { ReadResult } from './read-file.ts';

interface StoreReadingDeps extends StoreFileDeps {
  readonly imports: ImportRepository;
  readonly outbox: Outbox;
  readonly newId: NewId;
}

/**
 * Stores what was read from a file: its text and its comments as files, the plan in the import, which then waits for its
 * author. False when the lease was lost meanwhile; then nothing is stored.
 */
export async function storeReading(
  deps: StoreReadingDeps,
  { claim, row }: { claim: ImportClaim; row: ImportRow },
  read: Extract<ReadResult, { outcome: 'read' }>,
): Promise<boolean> {
  const { imports, storedFiles, outbox, newId } = deps;
  const { userId } = row;
  const { text, comments, plan, ...found } = read;
  const textId = newId();
  const commentsId = comments && newId();
  const refer = () =>
    outbox.run(async ({ session }) => {
      const { outcome: _outcome, ...described } = found;
      const ids = { textId, commentsId };
      const change: Partial<ImportRow> = { ...described, ...ids, plan, planRev: row.planRev + 1, state: 'ready' };
      if (!(await imports.settle(claim, change, session))) return false;
      for (const id of [textId, commentsId]) if (id !== null) await storedFiles.addReference(id, session);
      // Of the book of an account export that was read before.
      const replaced = [row.textId, row.commentsId].filter((id) => id !== null);
      await storedFiles.removeReference(replaced, userId, session);
      return true;
    });
  return await storeFile(deps, { id: textId, userId, kind: 'import-text', content: text }, () =>
    comments && commentsId
      ? storeFile(deps, { id: commentsId, userId, kind: 'import-comments', content: comments }, refer)
      : refer(),
  );
}
