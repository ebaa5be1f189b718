import { diffToChanges } from '@inkbear/prose/changes';

/** The minimal edits that turn one text into another, so that marks and cursor keep their places where possible. */
export function editsBetween(before: string, after: string): { from: number; to: number; insert: string }[] {
  const edits: { from: number; to: number; insert: string }[] = [];
  diffToChanges(before, after).iterChanges((from, to, _fromB, _toB, inserted) =>
    edits.push({ from, to, insert: inserted.toString() }),
  );
  return edits;
}
