import { KEEP_ALL_MS, SITTING_GAP_MS } from '@inkbear/prose/thinning';
import type { Batch } from '@inkbear/service-kit/batches';
import { type ChangeRow, rowOverheadBytes } from './change.ts';
import { flushPending } from './commit-save.ts';
import { foldChanges, planFolds } from './fold-changes.ts';
import type { ManuscriptRow, ManuscriptStore } from './manuscript.ts';

type ThinDeps<R extends ManuscriptRow> = Pick<ManuscriptStore<R>, 'heads' | 'history' | 'outbox' | 'clock' | 'batches'>;

/** Revisions that are looked at together; a history may have any number of them. */
const revisionsAtOnce = 2000;
/** A repeat of a change is answered for this long after its row was folded. */
const foldedKeptMs = 30 * 86_400_000;

/** The batch that folds the autosaves of past sittings into the last one of each. Every revision that stays reads as before. */
export const thinHistory = <R extends ManuscriptRow>(deps: ThinDeps<R>): Batch<string> => ({
  name: 'thin-history',
  list: (limit) => deps.heads.listDueForThinning(deps.clock.now(), limit),
  idOf: (id) => id,
  work: async (id) => {
    const version = await deps.heads.scheduleThinning(id, settledAt(deps.clock.now()));
    if (version !== null) await thinOne(deps, id, version);
  },
});

/** Its next look is set already, and given up only if nothing was written since: none is missed, whatever dies. */
async function thinOne<R extends ManuscriptRow>(deps: ThinDeps<R>, id: string, version: number): Promise<void> {
  const now = deps.clock.now();
  const hasSettled = await flushPending(deps, id);
  const newest = await foldAll(deps, id, now);
  const oldestFolded = await removeOldFolded(deps, id, now);
  if (settledAt(newest) > now) return;
  const current = hasSettled ? version + 1 : version;
  if (oldestFolded) await deps.heads.rescheduleThinning(id, current, new Date(oldestFolded.getTime() + foldedKeptMs));
  else await deps.heads.clearThinning(id, current);
}

/** Folds page by page; a page begins with the last revision of the one before. Answers when the newest revision was made. */
async function foldAll<R extends ManuscriptRow>(deps: ThinDeps<R>, id: string, now: Date): Promise<Date> {
  let newest = new Date(0);
  for (let first = 0; ;) {
    const rows = await deps.history.listFrom(id, first, revisionsAtOnce);
    const bytes = new Map(rows.map((row) => [row.rev, row.bytes]));
    for (const run of planFolds(rows.map(asBoundary), now))
      for (const part of splitRun(run, bytes)) await foldPart(deps, id, part);
    const last = rows.at(-1);
    if (last && last.at > newest) newest = last.at;
    if (!last || rows.length < revisionsAtOnce) return newest;
    first = last.rev;
  }
}

/** Bytes of changes that are folded in one transaction. */
const foldedAtOnce = 1024 * 1024;

/** Parts of a run that are folded one after the other; each begins with the revision that took the part before. */
function splitRun(run: readonly number[], bytesOf: ReadonlyMap<number, number>): number[][] {
  const parts: number[][] = [];
  let part: number[] = [];
  let bytes = 0;
  for (const rev of run) {
    part.push(rev);
    bytes += bytesOf.get(rev) ?? 0;
    if (bytes <= foldedAtOnce) continue;
    if (part.length > 1) parts.push(part);
    [part, bytes] = [[rev], bytesOf.get(rev) ?? 0];
  }
  return part.length > 1 ? [...parts, part] : parts;
}

/** A deleted revision is left alone, and nothing is folded into it: what it counts for must not change. */
const asBoundary = (row: ChangeRow): ChangeRow => (row.deletedAt ? { ...row, kind: 'deletion' } : row);

/** A part that is too large for one change is folded by halves, so that only rows that are too large stay. */
async function foldPart<R extends ManuscriptRow>(
  deps: ThinDeps<R>,
  id: string,
  part: readonly number[],
): Promise<void> {
  if ((await tryFold(deps, id, part)) || part.length <= 2) return;
  const middle = part.length >> 1;
  await foldPart(deps, id, part.slice(0, middle + 1));
  await foldPart(deps, id, part.slice(middle));
}

/** False when its rows are too large together. */
async function tryFold<R extends ManuscriptRow>(
  { heads, history, outbox }: ThinDeps<R>,
  id: string,
  part: readonly number[],
): Promise<boolean> {
  const [first = 0, last = 0] = [part[0], part.at(-1)];
  return await outbox.run(async ({ session }) => {
    // Deleted since this part was planned.
    if (await history.hasDeleted(id, first, last, session)) return true;
    const folded = await foldChanges(history.streamToFold(id, first, last, session));
    if (!folded) return false;
    const grown = await history.fold(id, part.slice(0, -1), { rev: last, ...folded }, session);
    await heads.addBytes(id, { stored: grown, deleted: 0 }, session);
    return true;
  });
}

/** Answers when the oldest folded row that stays was made. */
async function removeOldFolded<R extends ManuscriptRow>(
  { heads, history, outbox }: ThinDeps<R>,
  id: string,
  now: Date,
): Promise<Date | null> {
  const before = new Date(now.getTime() - foldedKeptMs);
  for (;;) {
    const { removed, oldest } = await outbox.run(async ({ session }) => {
      const result = await history.removeFolded(id, before, revisionsAtOnce, session);
      await heads.addBytes(id, { stored: -result.removed * rowOverheadBytes, deleted: 0 }, session);
      return result;
    });
    if (removed < revisionsAtOnce) return oldest;
  }
}

/** From then on a revision of `at` has been replaced for a day, or never will be within its sitting. */
const settledAt = (at: Date): Date => new Date(at.getTime() + KEEP_ALL_MS + SITTING_GAP_MS);
