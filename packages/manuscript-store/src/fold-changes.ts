import { composeChanges } from '@inkbear/prose/changes';
import { mapOrigins, type OriginSpan, overlayOrigins } from '@inkbear/prose/origins';
import { revisionsToFold } from '@inkbear/prose/thinning';
import { type ChangeRow, hasSnapshot, readStoredChanges } from './change.ts';

export type RevisionHead = Pick<ChangeRow, 'rev' | 'at' | 'kind' | 'name' | 'kept' | 'snapshot'>;

/** Runs of revisions to fold, each with the kept one that takes their changes in last. A snapshot's revision is always kept: later rows start from it. */
export function planFolds(heads: readonly RevisionHead[], now: Date): number[][] {
  const known = heads.map(({ rev, at, kind, name, kept }) => ({ rev, at: at.getTime(), kind, name: kept ? 'kept' : name }));
  const whole = new Set(heads.filter(({ rev, snapshot }) => snapshot ?? hasSnapshot(rev)).map(({ rev }) => rev));
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

/** A row must stay far below the 16 MB of a document. */
const maxSections = 50_000;
const maxOrigins = 20_000;

/** One change that does what all rows do, in order; null when it would become too large to be worth it. */
export function foldChanges(rows: readonly Pick<ChangeRow, 'changes' | 'origins'>[]): { changes: string; origins: OriginSpan[] } | null {
  const [first, ...rest] = rows;
  if (!first) return null;
  let changes = readStoredChanges(first.changes);
  let { origins } = first;
  for (const row of rest) {
    const next = readStoredChanges(row.changes);
    origins = overlayOrigins(mapOrigins(origins, next), row.origins);
    changes = composeChanges(changes, next);
  }
  const json = changes.toJSON() as unknown[];
  return json.length > maxSections || origins.length > maxOrigins ? null : { changes: JSON.stringify(json), origins };
}
