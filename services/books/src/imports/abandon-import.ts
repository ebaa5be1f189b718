import type { Batch } from '@inkbear/service-kit/batches';
import type { Transaction } from '@inkbear/service-kit/outbox';
import { returnAllowance } from '../allowance/change-allowance.ts';
import type { ImportDeps } from './begin-import.ts';
import { type BookImportRow, keptMs, maxOpenMs } from './book-import.ts';

type AbandonDeps = Pick<
  ImportDeps,
  'imports' | 'books' | 'chapters' | 'history' | 'allowances' | 'erasure' | 'quota' | 'outbox' | 'clock'
>;

/**
 * Deletes what an unfinished import has stored, and returns its allowance. Repeating it continues where it was
 * interrupted. An id that is not known yet is remembered, so that a late request does not begin it. Returns the book of an
 * import that was finished before.
 */
export async function abandonImport(deps: AbandonDeps, id: string, userId: string): Promise<string | null> {
  const settled = await deps.outbox.run(async (transaction) => {
    const { session, lock } = transaction;
    await lock(`imports:${userId}`);
    // Nothing may be stored for an erased user, and the erasure deletes everything anyway.
    if (await deps.erasure.isErased(userId, session)) return null;
    const row = await deps.imports.find(id, userId, session);
    if (!row) await deps.imports.insertIfMissing(neverBegun(id, userId, deps.clock.now()), session);
    if (row?.state !== 'open') return row;
    await undo(deps, row, transaction);
    return { ...row, state: 'abandoned' as const, hasLeftovers: true };
  });
  if (settled?.state === 'finished') return settled.bookId;
  if (settled?.hasLeftovers) await purge(deps, settled);
  return null;
}

const neverBegun = (_id: string, userId: string, createdAt: Date): BookImportRow => ({
  _id,
  userId,
  state: 'abandoned',
  bookId: null,
  allowance: null,
  chapterIds: [],
  reservedBytes: 0,
  hasLeftovers: false,
  createdAt,
});

/** Deletes the new book and returns what it has used. The chapters follow, since their histories are long. */
async function undo(
  { imports, books, allowances, clock }: AbandonDeps,
  { _id, userId, bookId, allowance }: BookImportRow,
  transaction: Transaction,
): Promise<void> {
  await imports.settle(_id, 'abandoned', transaction.session);
  if (allowance === null || bookId === null) return;
  await returnAllowance(allowances, transaction, { id: bookId, userId, use: allowance, at: clock.now() });
  await books.erase(bookId, transaction.session);
}

/** Deletes the chapters, histories first, because these are found only through their chapter. */
async function purge(
  { imports, chapters, history, quota }: AbandonDeps,
  { _id, userId, chapterIds }: BookImportRow,
): Promise<void> {
  const ids = chapterIds.filter((id) => id !== null);
  await history.erase(ids);
  await chapters.erase(ids);
  // A concurrent compaction may have flushed pending changes into the history meanwhile.
  await history.erase(ids);
  await imports.clearLeftovers(_id);
  quota.invalidate(userId);
}

/** Abandons imports that the export service has forgotten, and deletes the rows of old ones. */
export const removeOldImports = (deps: AbandonDeps): Batch<BookImportRow> => ({
  name: 'remove-old-imports',
  list: (limit) => {
    const now = deps.clock.now().getTime();
    const bounds = { unfinishedBefore: new Date(now - maxOpenMs), anyBefore: new Date(now - keptMs) };
    return deps.imports.listOld(bounds, limit);
  },
  idOf: ({ _id }) => _id,
  work: async ({ _id, userId, state, hasLeftovers }) => {
    if (state === 'open' || hasLeftovers) await abandonImport(deps, _id, userId);
    else await deps.imports.delete(_id);
  },
});
