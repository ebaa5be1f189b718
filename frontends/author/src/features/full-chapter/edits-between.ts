import { diffToChanges } from '@inkbear/prose/changes';

/** The edits that turn one text into another; as few as the difference needs, so that marks and cursor stay where they can. */
export function editsBetween(before: string, after: string): { from: number; to: number; insert: string }[] {
  const edits: { from: number; to: number; insert: string }[] = [];
  diffToChanges(before, after).iterChanges((from, to, _fromB, _toB, inserted) =>
    edits.push({ from, to, insert: inserted.toString() }),
  );
  return edits;
}
