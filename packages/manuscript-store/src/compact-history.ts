import { compactionMinAgeMs, writingSessionGapMs } from '@inkbear/prose/compaction';
import type { Batch } from '@inkbear/service-kit/batches';
import { type ChangeRow, rowOverheadBytes } from './change.ts';
import { flushPending } from './commit-save.ts';
import { composeRows, planCompaction } from './plan-compaction.ts';
import type { ManuscriptHead } from './manuscript.ts';
import type { ManuscriptStore } from './manuscript-store.ts';

type CompactionDeps<R extends ManuscriptHead> = Pick<
  ManuscriptStore<R>,
  'heads' | 'history' | 'outbox' | 'clock' | 'batches'
>;

/** Page size: a history may have any number of revisions. */
const pageSize = 2000;
/** How long a compacted (emptied) row is stored, so that a repeated changeId is detected. */
const compactedRetentionMs = 30 * 86_400_000;

/**
 * The batch that compacts histories: the changes of all autosaves of a past writing session are composed into the last
 * one. The text of every remaining revision is unchanged. Two processes may compact one history at the same time: a lease
 * may be lost, or have another name in another release.
 */
export const compactHistory = <R extends ManuscriptHead>(deps: CompactionDeps<R>): Batch<string> => ({
  name: 'compact-history',
  list: (limit) => deps.heads.listDueForCompaction(deps.clock.now(), limit),
  idOf: (id) => id,
  work: async (id) => {
    const version = await deps.heads.scheduleCompaction(id, stableAt(deps.clock.now()));
    if (version !== null) await compactOne(deps, id, version);
  },
});

/**
 * Compacts one history. The caller has already scheduled the next compaction (`compactAt`), and it is only cancelled if the
 * head was not written since. So no compaction is skipped after a crash.
 */
async function compactOne<R extends ManuscriptHead>(
  deps: CompactionDeps<R>,
  id: string,
  version: number,
): Promise<void> {
  const now = deps.clock.now();
  const hasFlushed = await flushPending(deps, id);
  const newest = await compactRevisions(deps, id, now);
  const oldestCompacted = await removeOldCompacted(deps, id, now);
  if (stableAt(newest) > now) return;
  const current = hasFlushed ? version + 1 : version;
  if (oldestCompacted)
    await deps.heads.rescheduleCompaction(id, current, new Date(oldestCompacted.getTime() + compactedRetentionMs));
  else await deps.heads.clearCompaction(id, current);
}

/**
 * Compacts a history page by page; a page starts with the last revision of the previous one. Returns the time of the
 * newest revision.
 */
async function compactRevisions<R extends ManuscriptHead>(
  deps: CompactionDeps<R>,
  id: string,
  now: Date,
): Promise<Date> {
  let newest = new Date(0);
  for (let first = 0; ;) {
    const rows = await deps.history.listFrom(id, first, pageSize);
    const bytes = new Map(rows.map((row) => [row.rev, row.bytes]));
    for (const run of planCompaction(rows.map(asBoundary), now))
      for (const slice of splitRun(run, bytes)) await compactSlice(deps, id, slice);
    const last = rows.at(-1);
    if (last && last.at > newest) newest = last.at;
    if (!last || rows.length < pageSize) return newest;
    first = last.rev;
  }
}

/** Maximum bytes of changes that are composed in one transaction. */
const maxCompactedBytes = 1024 * 1024;

/**
 * Splits a run into slices that are compacted one after the other. Each slice starts with the revision into which the
 * previous slice was composed.
 */
function splitRun(run: readonly number[], bytesOf: ReadonlyMap<number, number>): number[][] {
  const slices: number[][] = [];
  let slice: number[] = [];
  let bytes = 0;
  for (const rev of run) {
    slice.push(rev);
    bytes += bytesOf.get(rev) ?? 0;
    if (bytes <= maxCompactedBytes) continue;
    if (slice.length > 1) slices.push(slice);
    [slice, bytes] = [[rev], bytesOf.get(rev) ?? 0];
  }
  return slice.length > 1 ? [...slices, slice] : slices;
}

/** Excludes a deleted revision from compaction, because its counted bytes must not change. */
const asBoundary = (row: ChangeRow): ChangeRow => (row.deletedAt ? { ...row, kind: 'deletion' } : row);

/** Compacts a slice. If it is too large for one change, its halves are compacted, so that only oversized rows remain. */
async function compactSlice<R extends ManuscriptHead>(
  deps: CompactionDeps<R>,
  id: string,
  slice: readonly number[],
): Promise<void> {
  if ((await tryCompactSlice(deps, id, slice)) || slice.length <= 2) return;
  const middle = slice.length >> 1;
  await compactSlice(deps, id, slice.slice(0, middle + 1));
  await compactSlice(deps, id, slice.slice(middle));
}

/** Returns false when the rows are too large together. */
async function tryCompactSlice<R extends ManuscriptHead>(
  { heads, history, outbox }: CompactionDeps<R>,
  id: string,
  slice: readonly number[],
): Promise<boolean> {
  const [first = 0, last = 0] = [slice[0], slice.at(-1)];
  return await outbox.run(async ({ session }) => {
    // The plan is outdated: a revision was deleted, or another process has composed the last one into a later one.
    if (await history.hasDeleted(id, first, last, session)) return true;
    if (!(await history.hasChange(id, last, session))) return true;
    const composed = await composeRows(history.streamWithOrigins(id, first, last, session));
    if (!composed) return false;
    const growth = await history.compact(id, slice.slice(0, -1), { rev: last, ...composed }, session);
    await heads.addBytes(id, { stored: growth, deleted: 0 }, session);
    return true;
  });
}

/** Deletes compacted rows after their retention. Returns the time of the oldest remaining one. */
async function removeOldCompacted<R extends ManuscriptHead>(
  { heads, history, outbox }: CompactionDeps<R>,
  id: string,
  now: Date,
): Promise<Date | null> {
  const before = new Date(now.getTime() - compactedRetentionMs);
  for (;;) {
    const { removed, oldest } = await outbox.run(async ({ session }) => {
      const result = await history.removeCompacted(id, before, pageSize, session);
      await heads.addBytes(id, { stored: -result.removed * rowOverheadBytes, deleted: 0 }, session);
      return result;
    });
    if (removed < pageSize) return oldest;
  }
}

/** The time from which a revision made at `at` can be compacted: its writing session is over and it is a day old. */
const stableAt = (at: Date): Date => new Date(at.getTime() + compactionMinAgeMs + writingSessionGapMs);
