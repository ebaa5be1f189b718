import { setImmediate } from 'node:timers/promises';
import {
  applyChanges,
  type ChangesJson,
  composeChanges,
  parseChanges,
  stringifyChanges,
  type TextChanges,
} from '@inkbear/prose/changes';
import { hasShortLines, joinLinesInJson } from '@inkbear/prose/lines-json';
import type { OriginSpan } from '@inkbear/prose/origins';
import type { RevisionKind } from '@inkbear/prose/compaction';

/** The change set type of `@inkbear/prose`. */
export type Changes = ReturnType<typeof parseChanges>;

/** The change from one revision to the next. Immutable, except for compaction, naming and deleting. */
export interface Change {
  /** The revision that this change produced. */
  rev: number;
  /** Chosen by the client; used to detect a repeated request. */
  changeId: string;
  /** ChangeSet JSON as a string: as a BSON array, a change of many lines could exceed the document limit. */
  changes: string;
  origins: OriginSpan[];
  at: Date;
  kind: RevisionKind;
  name?: string;
  /** True for a pinned revision, which is never compacted. The one at which a manuscript was deleted is pinned. */
  kept?: boolean;
  wordCount: number;
  isComplete: boolean;
  /** Size of `changes` and `origins` as JSON, in bytes. */
  bytes: number;
  /** A snapshot of this revision exists. Later revisions are read from it, so it is never compacted. */
  snapshot?: true;
  /** What it inserts comes from another place in the author's texts, and what it removes goes to one. */
  isMove?: true;
}

/** A change that was flushed from its head into the history. */
export interface ChangeRow extends Change {
  /** `<itemId>:<rev>` */
  _id: string;
  itemId: string;
  /**
   * The stored mark of a compacted row: its change was composed into a later row. The emptied row is kept for 30 days,
   * so that a repeat of its changeId is detected.
   */
  folded?: true;
  /** Deleted by the author: hidden from lists, and recoverable for 30 days. */
  deletedAt?: Date;
}

/**
 * The whole text of a revision: every hundredth one, and whenever the changes since the last snapshot exceed 4 MB. When
 * its revision is purged, it moves to the next one.
 */
export interface SnapshotRow {
  /** `<itemId>:<rev>` */
  _id: string;
  itemId: string;
  rev: number;
  content: string;
}

const snapshotEvery = 100;
/** Bytes of changes between snapshots; bounds the cost of reading a revision. */
const snapshotBytes = 4 * 1024 * 1024;

/** Whether a revision needs a snapshot. @param bytesSinceSnapshot bytes of changes since the last snapshot */
export const needsSnapshot = (rev: number, bytesSinceSnapshot: number): boolean =>
  rev % snapshotEvery === 0 || bytesSinceSnapshot > snapshotBytes;
/**
 * Whether a revision has a snapshot because of its number. For rows of earlier releases, which do not have the field
 * `snapshot`.
 */
export const isSnapshotRevision = (rev: number): boolean => rev % snapshotEvery === 0;

export function newChange({
  changes,
  ...rest
}: Omit<Change, 'changes' | 'bytes'> & { changes: TextChanges | ChangesJson }): Change {
  const json = stringifyChanges(changes);
  return { ...rest, changes: json, bytes: changeBytes(json, rest.origins) };
}

/** Quota bytes of a history row in addition to its change: ids, times and index entries. Compacted rows count too. */
export const rowOverheadBytes = 256;

/** Bytes of a change that count against the author's quota. */
export const quotaBytes = ({ bytes }: Pick<Change, 'bytes'>): number => bytes + rowOverheadBytes;

/** Size of a change and its origins as JSON, in bytes. */
export const changeBytes = (changes: string, origins: readonly OriginSpan[]): number =>
  Buffer.byteLength(changes) + (origins.length === 0 ? 0 : Buffer.byteLength(JSON.stringify(origins)));

/** The first change of a history: an empty text at revision 1. */
export const firstChange = (at: Date): Change =>
  newChange({
    rev: 1,
    changeId: 'created',
    changes: [],
    origins: [],
    at,
    kind: 'created',
    wordCount: 0,
    isComplete: false,
  });

/** The history row of a change. */
export const toChangeRow = (itemId: string, change: Change): ChangeRow => ({
  _id: `${itemId}:${change.rev}`,
  itemId,
  ...change,
});

/** Length of the text that a stored change set applies to, in UTF-16 units. */
const baseLength = (json: ChangesJson): number =>
  json.reduce<number>((sum, part) => sum + (typeof part === 'number' ? part : part[0]), 0);

export const parseStoredJson = (json: ChangesJson): Changes => parseChanges(json, baseLength(json));

export const parseStoredChanges = (changes: string): Changes => parseStoredJson(JSON.parse(changes) as ChangesJson);

/** Applies changes in order. They are composed first, so that a long text is copied only once. */
export function replayChanges(text: string, changes: readonly Pick<Change, 'changes'>[]): string {
  const [first, ...others] = changes.map((change) => parseStoredChanges(change.changes));
  return first ? applyChanges(text, others.reduce(composeChanges, first)) : text;
}

/** Applies one stored change without parsing it into a ChangeSet: as fast as copying the text. */
export function applyStoredChange(text: string, { changes }: Pick<Change, 'changes'>): string {
  const pieces: string[] = [];
  let position = 0;
  const parts = JSON.parse(hasShortLines(changes) ? joinLinesInJson(changes) : changes) as ChangesJson;
  for (const part of parts) {
    if (typeof part === 'number') {
      pieces.push(text.slice(position, position + part));
      position += part;
    } else {
      const [removed, ...lines] = part;
      pieces.push(lines.join('\n'));
      position += removed;
    }
  }
  return pieces.join('') + text.slice(position);
}

/** UTF-16 units of changes that are composed before they are applied. A longer change is applied alone. */
const chunkUnits = 32 * 1024;

/** Applies any number of changes in order. Only one chunk is in memory, and it yields to the event loop between chunks. */
export async function replayInChunks(text: string, changes: AsyncIterable<Pick<Change, 'changes'>>): Promise<string> {
  let replayed = text;
  let chunk: Pick<Change, 'changes'>[] = [];
  let units = 0;
  const apply = async (): Promise<void> => {
    const [first, ...others] = chunk;
    if (first) replayed = others.length === 0 ? applyStoredChange(replayed, first) : replayChanges(replayed, chunk);
    [chunk, units] = [[], 0];
    await setImmediate();
  };
  for await (const change of changes) {
    if (chunk.length > 0 && units + change.changes.length > chunkUnits) await apply();
    chunk.push(change);
    units += change.changes.length;
  }
  await apply();
  return replayed;
}
