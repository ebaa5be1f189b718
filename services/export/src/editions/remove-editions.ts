import { editionLimits } from '@inkbear/contracts/export/edition';
import type { Batch } from '@inkbear/service-kit/batches';
import type { ByteQuota } from '@inkbear/service-kit/byte-quota';
import type { Clock } from '@inkbear/service-kit/clock';
import type { EraseRows } from '@inkbear/service-kit/erasure';
import type { Outbox, Transaction } from '@inkbear/service-kit/outbox';
import type { CoverRepository } from '../covers/cover.repository.ts';
import type { EditionRow, RemovableEdition } from './edition.ts';
import type { EditionRepository } from './edition.repository.ts';
import type { StoredFileRepository } from './stored-file.repository.ts';

export interface RemoveDeps {
  readonly editions: EditionRepository;
  readonly storedFiles: StoredFileRepository;
  readonly quota: ByteQuota;
  readonly outbox: Outbox;
  readonly clock: Clock;
}

const dayMs = 86_400_000;

const storedIdsOf = ({ frozenId, files }: RemovableEdition): string[] => [
  frozenId,
  ...files.flatMap(({ storedId }) => storedId ?? []),
];

/**
 * Removes editions of one user with their files; a worker that makes one of them notices within a second. A job deletes
 * the stored files.
 */
export async function removeEditions(
  { editions, storedFiles, quota }: Pick<RemoveDeps, 'editions' | 'storedFiles' | 'quota'>,
  rows: readonly RemovableEdition[],
  { session, afterCommit }: Transaction,
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  await storedFiles.removeReference(rows.flatMap(storedIdsOf), first.userId, session);
  await editions.remove(
    rows.map(({ _id }) => _id),
    session,
  );
  afterCommit(() => quota.invalidate(first.userId));
}

/** Removes an edition of a user at their request. */
export async function removeEdition(
  deps: Pick<RemoveDeps, 'editions' | 'storedFiles' | 'quota' | 'outbox'>,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  await deps.outbox.run(async (transaction) => {
    const edition = await deps.editions.get(id, userId, transaction.session);
    await removeEditions(deps, [edition], transaction);
  });
}

/** Removes the oldest editions of a book that are beyond the number that is kept. */
export async function removeBeyondLimit(
  deps: Pick<RemoveDeps, 'editions' | 'storedFiles' | 'quota'>,
  { bookId, userId }: Pick<EditionRow, 'bookId' | 'userId'>,
  transaction: Transaction,
): Promise<void> {
  const unpinned = await deps.editions.listByPin({ bookId, userId, pinned: false }, transaction.session);
  await removeEditions(deps, unpinned.slice(editionLimits.perBook), transaction);
}

/** Removes editions that are older than 90 days, unless they are pinned. */
export const removeOldEditions = (deps: RemoveDeps): Batch<RemovableEdition> => ({
  name: 'remove-old-editions',
  size: 20,
  list: (limit) => deps.editions.listOld(new Date(deps.clock.now().getTime() - editionLimits.days * dayMs), limit),
  idOf: ({ _id }) => _id,
  work: ({ _id, userId }) =>
    deps.outbox.run(async (transaction) => {
      const row = await deps.editions.find(_id, userId, transaction.session);
      if (row && !row.pinned) await removeEditions(deps, [row], transaction);
    }),
});

/** Deletes stored files that nothing refers to. */
export const deleteUnreferencedFiles = ({ storedFiles }: Pick<RemoveDeps, 'storedFiles'>): Batch<string> => ({
  name: 'delete-unreferenced-files',
  list: (limit) => storedFiles.listDue(new Date(), limit),
  idOf: (id) => id,
  work: (id) => storedFiles.deleteUnreferenced(id),
});

/** Deletes an erased user's editions and covers first, so that no worker stores another file. */
export const eraseEditions = ({
  editions,
  covers,
  storedFiles,
}: {
  editions: EditionRepository;
  covers: CoverRepository;
  storedFiles: StoredFileRepository;
}): EraseRows[] => [
  (userId, limit) => editions.eraseSome(userId, limit),
  (userId, limit) => covers.eraseSome(userId, limit),
  (userId, limit) => storedFiles.eraseSome(userId, limit),
  (userId, limit) => storedFiles.eraseUnreferenced(userId, limit),
];
