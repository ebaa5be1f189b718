import { COMPACTION_MIN_AGE_MS, WRITING_SESSION_GAP_MS } from '@inkbear/prose/compaction';
import type { Batch } from '@inkbear/service-kit/batches';
import { type ChangeRow, rowOverheadBytes } from './change.ts';
import { flushPending } from './commit-save.ts';
import { foldChanges, planFolds } from './fold-changes.ts';
import type { ManuscriptRow } from './manuscript.ts';
import type { ManuscriptStore } from './manuscript-store.ts';

type CompactionDeps<R extends ManuscriptRow> = Pick<
  ManuscriptStore<R>,
  'heads' | 'history' | 'outbox' | 'clock' | 'batches'
>;

/** Page size: a history may have any number of revisions. */
const pageSize = 2000;
/** How long a folded row stays, so that a repeated changeId is still detected. */
const foldedRetentionMs = 30 * 86_400_000;

/**
 * The batch that compacts histories: it folds the autosaves of past sittings into the last one of each. The text of
 * every remaining revision is unchanged.
 */
export const compactHistory = <R extends ManuscriptRow>(deps: CompactionDeps<R>): Batch<string> => ({
  name: 'thin-history',
  list: (limit) => deps.heads.listDueForThinning(deps.clock.now(), limit),
  idOf: (id) => id,
  work: async (id) => {
    const version = await deps.heads.scheduleThinning(id, stableAt(deps.clock.now()));
    if (version !== null) await compactOne(deps, id, version);
  },
});

/**
 * `thinAt` was already set to the next time and is cleared only if the head was not written since, so a crash skips no
 * compaction.
 */
async function compactOne<R extends ManuscriptRow>(
  deps: CompactionDeps<R>,
  id: string,
  version: number,
): Promise<void> {
  const now = deps.clock.now();
  const hasFlushed = await flushPending(deps, id);
  const newest = await foldAll(deps, id, now);
  const oldestFolded = await removeOldFolded(deps, id, now);
  if (stableAt(newest) > now) return;
  const current = hasFlushed ? version + 1 : version;
  if (oldestFolded)
    await deps.heads.rescheduleThinning(id, current, new Date(oldestFolded.getTime() + foldedRetentionMs));
  else await deps.heads.clearThinning(id, current);
}

/**
 * Folds page by page; a page starts with the last revision of the previous one. Returns the time of the newest
 * revision.
 */
async function foldAll<R extends ManuscriptRow>(deps: CompactionDeps<R>, id: string, now: Date): Promise<Date> {
  let newest = new Date(0);
  for (let first = 0; ;) {
    const rows = await deps.history.listFrom(id, first, pageSize);
    const bytes = new Map(rows.map((row) => [row.rev, row.bytes]));
    for (const run of planFolds(rows.map(asBoundary), now))
      for (const part of splitRun(run, bytes)) await foldPart(deps, id, part);
    const last = rows.at(-1);
    if (last && last.at > newest) newest = last.at;
    if (!last || rows.length < pageSize) return newest;
    first = last.rev;
  }
}

/** Maximum bytes of changes that are folded in one transaction. */
const maxFoldBytes = 1024 * 1024;

/**
 * Splits a run into parts that are folded one after the other; each starts with the revision that received the previous
 * part.
 */
function splitRun(run: readonly number[], bytesOf: ReadonlyMap<number, number>): number[][] {
  const parts: number[][] = [];
  let part: number[] = [];
  let bytes = 0;
  for (const rev of run) {
    part.push(rev);
    bytes += bytesOf.get(rev) ?? 0;
    if (bytes <= maxFoldBytes) continue;
    if (part.length > 1) parts.push(part);
    [part, bytes] = [[rev], bytesOf.get(rev) ?? 0];
  }
  return part.length > 1 ? [...parts, part] : parts;
}

/** A deleted revision is neither folded nor folded into, because its counted bytes must not change. */
const asBoundary = (row: ChangeRow): ChangeRow => (row.deletedAt ? { ...row, kind: 'deletion' } : row);

/** Folds a part; if it is too large for one change, in halves, so that only oversized rows stay unfolded. */
async function foldPart<R extends ManuscriptRow>(
  deps: CompactionDeps<R>,
  id: string,
  part: readonly number[],
): Promise<void> {
  if ((await tryFold(deps, id, part)) || part.length <= 2) return;
  const middle = part.length >> 1;
  await foldPart(deps, id, part.slice(0, middle + 1));
  await foldPart(deps, id, part.slice(middle));
}

/** False when the rows are too large together. */
async function tryFold<R extends ManuscriptRow>(
  { heads, history, outbox }: CompactionDeps<R>,
  id: string,
  part: readonly number[],
): Promise<boolean> {
  const [first = 0, last = 0] = [part[0], part.at(-1)];
  return await outbox.run(async ({ session }) => {
    // A revision was deleted since this part was planned.
    if (await history.hasDeleted(id, first, last, session)) return true;
    const folded = await foldChanges(history.streamToFold(id, first, last, session));
    if (!folded) return false;
    const growth = await history.fold(id, part.slice(0, -1), { rev: last, ...folded }, session);
    await heads.addBytes(id, { stored: growth, deleted: 0 }, session);
    return true;
  });
}

/** Deletes folded rows after their retention. Returns the time of the oldest remaining one. */
async function removeOldFolded<R extends ManuscriptRow>(
  { heads, history, outbox }: CompactionDeps<R>,
  id: string,
  now: Date,
): Promise<Date | null> {
  const before = new Date(now.getTime() - foldedRetentionMs);
  for (;;) {
    const { removed, oldest } = await outbox.run(async ({ session }) => {
      const result = await history.removeFolded(id, before, pageSize, session);
      await heads.addBytes(id, { stored: -result.removed * rowOverheadBytes, deleted: 0 }, session);
      return result;
    });
    if (removed < pageSize) return oldest;
  }
}

/** The time from which a revision made at `at` can be folded: its sitting is over and it is older than a day. */
const stableAt = (at: Date): Date => new Date(at.getTime() + COMPACTION_MIN_AGE_MS + WRITING_SESSION_GAP_MS);
