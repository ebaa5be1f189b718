import { applyChanges, type ChangesJson, parseChanges } from '@inkbear/prose/changes';
import type { OriginSpan } from '@inkbear/prose/origins';
import type { RevisionKind } from '@inkbear/prose/thinning';

/** Changes as `@inkbear/prose` makes and reads them. */
export type Changes = ReturnType<typeof parseChanges>;

/** One step of a chapter's history: what turned the revision before it into this one. Never changed but by thinning and naming. */
export interface ChangeRow {
  /** `<chapterId>:<changeId>`: a changeId counts once for a chapter. */
  _id: string;
  chapterId: string;
  rev: number;
  /** ChangeSet JSON as text: a list of many lines would outgrow a document. */
  changes: string;
  origins: OriginSpan[];
  at: Date;
  kind: RevisionKind;
  name?: string;
  /** Never fold this one: it was the text when the chapter was deleted. */
  kept?: boolean;
  /** Its change is part of the next row's; the row stays so that a repeat of its changeId is answered. */
  folded?: boolean;
  wordCount: number;
  isComplete: boolean;
  bytes: number;
}

/** The whole text at every hundredth revision. */
export interface SnapshotRow {
  _id: string;
  chapterId: string;
  rev: number;
  content: string;
}

const snapshotEvery = 100;
export const hasSnapshot = (rev: number): boolean => rev % snapshotEvery === 0;
/** Rows that lead from the nearest snapshot to `rev`: `(from, rev]`. Before the first snapshot stands the empty text. */
export const snapshotBefore = (rev: number): number => rev - (rev % snapshotEvery);

export function changeRow(change: Omit<ChangeRow, '_id' | 'changes' | 'bytes'> & { changeId: string; changes: Changes | ChangesJson }): ChangeRow {
  const { changeId, changes, ...rest } = change;
  const json = JSON.stringify(changes);
  return { _id: `${rest.chapterId}:${changeId}`, ...rest, changes: json, bytes: Buffer.byteLength(json) };
}

/** Length of the text that stored changes apply to, in UTF-16 units. */
export const baseLength = (json: ChangesJson): number => json.reduce<number>((sum, part) => sum + (typeof part === 'number' ? part : part[0]), 0);

export function readStoredChanges(changes: string): Changes {
  const json = JSON.parse(changes) as ChangesJson;
  return parseChanges(json, baseLength(json));
}

/** Applies rows in order of rev. */
export const replayChanges = (text: string, rows: readonly Pick<ChangeRow, 'changes'>[]): string => rows.reduce((current, row) => applyChanges(current, readStoredChanges(row.changes)), text);
