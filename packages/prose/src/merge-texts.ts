import { ChangeSet } from '@codemirror/state';
import { applyChanges } from './changes.ts';
import type { TextEdit } from './text-edit.ts';
import { findHunks } from './text-hunks.ts';

/**
 * Without `hasConflicts`, `merged` may be saved. With conflicts, `merged` contains the edits of both sides and is only for
 * display.
 */
export interface MergedTexts {
  merged: string;
  hasConflicts: boolean;
}

/** Lists edits of whole words. So two edits of the same word are a conflict, even if they change different letters. */
const listEdits = (before: string, after: string): TextEdit[] =>
  findHunks(before, after).map(({ from, to, fromB, toB }) => ({ from, to, insert: after.slice(fromB, toB) }));

/** True for equal edits, and for insertions at one position of which one begins with the other. */
const isSameOrContinued = (one: TextEdit, other: TextEdit): boolean => {
  if (one.from !== other.from || one.to !== other.to) return false;
  return (
    one.insert === other.insert ||
    (one.from === one.to && (one.insert.startsWith(other.insert) || other.insert.startsWith(one.insert)))
  );
};

/** Compares the edits of both sides: edits that both made are dropped, and different edits that touch are conflicts. */
const compare = (
  mine: readonly TextEdit[],
  theirs: readonly TextEdit[],
): { onlyTheirs: TextEdit[]; hasConflicts: boolean } => {
  const onlyTheirs: TextEdit[] = [];
  let hasConflicts = false;
  let index = 0;
  for (const edit of theirs) {
    while (index < mine.length && (mine[index]?.to ?? 0) < edit.from) index += 1;
    let shared = false;
    for (let at = index; at < mine.length; at += 1) {
      const other = mine[at];
      if (!other || other.from > edit.to) break;
      if (!isSameOrContinued(other, edit)) hasConflicts = true;
      else {
        shared = true;
        const rest = edit.insert.slice(other.insert.length);
        if (rest !== '') onlyTheirs.push({ from: edit.to, to: edit.to, insert: rest });
      }
    }
    if (!shared) onlyTheirs.push(edit);
  }
  return { onlyTheirs, hasConflicts };
};

/**
 * Three-way merge of two texts that were edited from `base` (all with LF line breaks). Edits that overlap or touch are a
 * conflict, unless they are equal or one continues the other. `merged` contains everything that either side inserted.
 */
export const mergeTexts = (base: string, mine: string, theirs: string): MergedTexts => {
  if (mine === theirs || theirs === base) return { merged: mine, hasConflicts: false };
  if (mine === base) return { merged: theirs, hasConflicts: false };
  const edits = listEdits(base, mine);
  const { onlyTheirs, hasConflicts } = compare(edits, listEdits(base, theirs));
  const changes = ChangeSet.of(edits, base.length, '\n');
  const rest = ChangeSet.of(onlyTheirs, base.length, '\n').map(changes);
  return { merged: applyChanges(base, changes.compose(rest)), hasConflicts };
};
