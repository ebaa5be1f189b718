import { setImmediate } from 'node:timers/promises';
import { type ChangesJson, composeChanges } from '@inkbear/prose/changes';
import { mapOrigins, type OriginSpan, overlayOrigins } from '@inkbear/prose/origins';
import { listCompactableRevisions } from '@inkbear/prose/compaction';
import { type ChangeRow, type Changes, isSnapshotRevision, parseStoredJson } from './change.ts';

type RevisionSummary = Pick<ChangeRow, 'rev' | 'at' | 'kind' | 'name' | 'kept' | 'snapshot'>;

/**
 * Plans the compaction. Returns runs of revisions; all revisions of a run are composed into its last one. Snapshot
 * revisions are never composed into another one, because later revisions are read from them.
 */
export function planCompaction(rows: readonly RevisionSummary[], now: Date): number[][] {
  const revisions = rows.map(({ rev, at, kind, name, kept }) => ({
    rev,
    at: at.getTime(),
    kind,
    name: kept ? 'kept' : name,
  }));
  const withSnapshot = new Set(
    rows.filter(({ rev, snapshot }) => snapshot ?? isSnapshotRevision(rev)).map(({ rev }) => rev),
  );
  const toCompact = new Set(listCompactableRevisions(revisions, now.getTime()).filter((rev) => !withSnapshot.has(rev)));
  const runs: number[][] = [];
  let run: number[] = [];
  for (const { rev } of rows.toSorted((a, b) => a.rev - b.rev)) {
    run.push(rev);
    if (toCompact.has(rev)) continue;
    if (run.length > 1) runs.push(run);
    run = [];
  }
  return runs;
}

/**
 * Maximum sections (kept lengths, removed lengths, inserted lines) and origins of rows that are composed into one.
 * Composing them takes less than 50 ms, and the row stays far below the document limit of 16 MB.
 */
const maxSections = 10_000;
const maxOrigins = 10_000;

type ComposableRow = Pick<ChangeRow, 'changes' | 'origins'>;

const countSections = (json: ChangesJson): number =>
  json.reduce<number>((sum, section) => sum + (typeof section === 'number' ? 1 : section.length), 0);

/**
 * Composes the changes of all rows, in order, into one; null when they exceed the limits, which is checked before
 * composing. The event loop can run between two rows.
 */
export async function composeRows(
  rows: Iterable<ComposableRow> | AsyncIterable<ComposableRow>,
): Promise<{ changes: string; origins: OriginSpan[] } | null> {
  let composed: { changes: Changes; origins: OriginSpan[] } | null = null;
  let [sections, spans] = [0, 0];
  for await (const { changes, origins } of rows) {
    await setImmediate();
    const json = JSON.parse(changes) as ChangesJson;
    sections += countSections(json);
    spans += origins.length;
    if (sections > maxSections || spans > maxOrigins) return null;
    const next = parseStoredJson(json);
    composed = composed
      ? {
          changes: composeChanges(composed.changes, next),
          origins: overlayOrigins(mapOrigins(composed.origins, next), origins),
        }
      : { changes: next, origins };
  }
  return composed && { changes: JSON.stringify(composed.changes), origins: composed.origins };
}
