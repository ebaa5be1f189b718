import { limits } from '@inkbear/contracts/plans';
import type { Batch } from '@inkbear/service-kit/batches';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { ClientSession } from 'mongoose';
import { type ChangeRow, quotaBytes } from './change.ts';
import { flushPending } from './commit-save.ts';
import { diffTexts } from './diff-texts.ts';
import { composeRows } from './plan-compaction.ts';
import type { HistoryRepository } from './history.repository.ts';
import type { ManuscriptHead } from './manuscript.ts';
import type { ManuscriptStore } from './manuscript-store.ts';

const dayMs = 86_400_000;

/** The start of the retention: revisions that were deleted after this time can be recovered. */
export const deletionCutoff = (now: Date): Date => new Date(now.getTime() - limits.deletedRevisionDays * dayMs);

type PurgeDeps<R extends ManuscriptHead> = Pick<ManuscriptStore<R>, 'heads' | 'history' | 'outbox' | 'clock'>;
type PurgeableRow = Pick<ChangeRow, '_id' | 'itemId' | 'rev'>;

interface Selection {
  readonly id: string;
  readonly userId: string;
  readonly revs: readonly number[];
}

/**
 * Marks revisions as deleted: they are hidden from lists and not counted in the quota. Returns the revisions that were
 * changed. Throws 409 for the newest revision, because it is the current text.
 */
export async function deleteRevisions<R extends ManuscriptHead>(
  store: ManuscriptStore<R>,
  { id, userId, revs }: Selection,
): Promise<number[]> {
  const { manuscriptKind, heads, history, outbox, clock, quota, requireEditable } = store;
  const head = await heads.getLive(id, userId);
  await requireEditable(head);
  if (revs.includes(head.rev)) throw new ProblemError(manuscriptKind.errors.revisionCurrent);
  // Pending changes must become rows before they can be marked.
  await flushPending(store, id);
  const changed = await outbox.run(async ({ session }) => {
    // Checked again inside the transaction: a concurrent save or restore may have changed the newest revision.
    if (revs.includes(await heads.getRev(id, session))) throw new ProblemError(manuscriptKind.errors.revisionCurrent);
    const deleted = await history.setDeleted(id, revs, { deletedAt: clock.now() }, session);
    await heads.addBytes(id, { stored: -deleted.bytes, deleted: deleted.bytes }, session);
    return deleted.revs;
  });
  quota.invalidate(userId);
  return changed;
}

/** Recovers revisions that were deleted less than 30 days ago. The quota is not checked: nothing new is stored. */
export async function undeleteRevisions<R extends ManuscriptHead>(
  store: ManuscriptStore<R>,
  { id, userId, revs }: Selection,
): Promise<number[]> {
  const { heads, history, outbox, clock, quota, requireEditable } = store;
  await requireEditable(await heads.getLive(id, userId));
  const changed = await outbox.run(async ({ session }) => {
    const recovered = await history.setDeleted(id, revs, { deletedAfter: deletionCutoff(clock.now()) }, session);
    await heads.addBytes(id, { stored: recovered.bytes, deleted: -recovered.bytes }, session);
    return recovered.revs;
  });
  quota.invalidate(userId);
  return changed;
}

/** The batch that purges deleted revisions after 30 days. */
export const purgeDeletedRevisions = <R extends ManuscriptHead>(deps: PurgeDeps<R>): Batch<PurgeableRow> => ({
  name: 'purge-deleted-revisions',
  list: (limit) => deps.history.listPurgeDue(deletionCutoff(deps.clock.now()), limit),
  idOf: ({ _id }) => _id,
  work: (row) => purgeOne(deps, row),
});

/** Purges a revision: composes its change into the change of the next revision, whose text stays the same. */
async function purgeOne<R extends ManuscriptHead>(
  { heads, history, outbox }: PurgeDeps<R>,
  { itemId, rev }: PurgeableRow,
): Promise<void> {
  await outbox.run(async ({ session }) => {
    const [row, next] = await history.listWithNext(itemId, rev, session);
    // It was recovered meanwhile, or purged by another process.
    if (!row?.deletedAt || row.rev !== rev) return;
    if (!next) throw new Error(`No revision follows the deleted revision ${rev}.`);
    const merged = await mergeRows(history, [row, next], session);
    const growth = await history.mergeIntoNext(itemId, rev, { rev: next.rev, ...merged }, session);
    // If the next revision is deleted too, its growth counts as deleted bytes; snapshots always count as stored.
    const [toStored, toDeleted] = next.deletedAt ? [0, growth.row] : [growth.row, 0];
    await heads.addBytes(itemId, { stored: growth.snapshot + toStored, deleted: toDeleted - quotaBytes(row) }, session);
  });
}

/** Composes both changes. If they are too large together, diffs the texts before and after them instead. */
async function mergeRows(
  history: HistoryRepository,
  [{ itemId, rev }, next]: readonly [ChangeRow, ChangeRow],
  session: ClientSession,
): Promise<Pick<ChangeRow, 'changes' | 'origins'>> {
  const composed = await composeRows(history.streamWithOrigins(itemId, rev, next.rev, session));
  if (composed) return composed;
  const before = rev === 1 ? '' : await history.readText(itemId, rev - 1, session);
  const after = await history.readText(itemId, next.rev, session);
  return {
    changes: JSON.stringify(diffTexts(before, after)),
    origins: await history.getOrigins(itemId, next.rev, session),
  };
}
