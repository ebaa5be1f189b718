import { setImmediate } from 'node:timers/promises';
import { type ChangesJson, composeChanges } from '@inkbear/prose/changes';
import { mapOrigins, type OriginSpan, overlayOrigins } from '@inkbear/prose/origins';
import { revisionsToFold } from '@inkbear/prose/thinning';
import { type ChangeRow, type Changes, isSnapshotRevision, parseStoredJson } from './change.ts';

type RevisionHead = Pick<ChangeRow, 'rev' | 'at' | 'kind' | 'name' | 'kept' | 'snapshot'>;

/** Runs of revisions to fold, each with the kept one that takes their changes in last. A snapshot's revision is always kept: later rows start from it. */
export function planFolds(heads: readonly RevisionHead[], now: Date): number[][] {
  const known = heads.map(({ rev, at, kind, name, kept }) => ({
    rev,
    at: at.getTime(),
    kind,
    name: kept ? 'kept' : name,
  }));
  const whole = new Set(heads.filter(({ rev, snapshot }) => snapshot ?? isSnapshotRevision(rev)).map(({ rev }) => rev));
  const fold = new Set(revisionsToFold(known, now.getTime()).filter((rev) => !whole.has(rev)));
  const runs: number[][] = [];
  let run: number[] = [];
  for (const { rev } of heads.toSorted((a, b) => a.rev - b.rev)) {
    run.push(rev);
    if (fold.has(rev)) continue;
    if (run.length > 1) runs.push(run);
    run = [];
  }
  return runs;
}

/**
 * The most parts (kept lengths, removed lengths, inserted lines) and origins that rows may have together to be composed into one.
 * So many take less than 50 ms, and the row stays far below the 16 MB that a document may have.
 */
const maxParts = 10_000;
const maxOrigins = 10_000;

type FoldableRow = Pick<ChangeRow, 'changes' | 'origins'>;

const countParts = (json: ChangesJson): number =>
  json.reduce<number>((sum, part) => sum + (typeof part === 'number' ? 1 : part.length), 0);

/**
 * One change that does what all rows do, in order; null when they are too large together, which is found out before they are composed.
 * Between two rows the event loop goes on with other requests.
 */
export async function foldChanges(
  rows: Iterable<FoldableRow> | AsyncIterable<FoldableRow>,
): Promise<{ changes: string; origins: OriginSpan[] } | null> {
  let folded: { changes: Changes; origins: OriginSpan[] } | null = null;
  let [parts, spans] = [0, 0];
  for await (const { changes, origins } of rows) {
    await setImmediate();
    const json = JSON.parse(changes) as ChangesJson;
    parts += countParts(json);
    spans += origins.length;
    if (parts > maxParts || spans > maxOrigins) return null;
    const next = parseStoredJson(json);
    folded = folded
      ? {
          changes: composeChanges(folded.changes, next),
          origins: overlayOrigins(mapOrigins(folded.origins, next), origins),
        }
      : { changes: next, origins };
  }
  return folded && { changes: JSON.stringify(folded.changes), origins: folded.origins };
}
