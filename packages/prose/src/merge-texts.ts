import { ChangeSet } from '@codemirror/state';
import { applyChanges } from './changes.ts';
import { findHunks } from './text-hunks.ts';

interface Edit {
  from: number;
  to: number;
  insert: string;
}

/**
 * Without `conflicts`, `merged` may be saved. With conflicts it contains the text of both sides and is only for
 * display.
 */
export interface MergedTexts {
  merged: string;
  conflicts: boolean;
}

/** Edits of whole words: two edits of the same word are a conflict, even when they change different letters. */
const listEdits = (before: string, after: string): Edit[] =>
  findHunks(before, after).map(({ from, to, fromB, toB }) => ({ from, to, insert: after.slice(fromB, toB) }));

/** True for equal edits, and for two insertions at one position where one text begins with the other. */
const isSameStart = (one: Edit, other: Edit): boolean => {
  if (one.from !== other.from || one.to !== other.to) return false;
  return (
    one.insert === other.insert ||
    (one.from === one.to && (one.insert.startsWith(other.insert) || other.insert.startsWith(one.insert)))
  );
};

/** Compares their edits with mine: edits that both made are dropped, edits that touch one of mine are conflicts. */
const compare = (mine: readonly Edit[], theirs: readonly Edit[]): { onlyTheirs: Edit[]; conflicts: boolean } => {
  const onlyTheirs: Edit[] = [];
  let conflicts = false;
  let index = 0;
  for (const edit of theirs) {
    while (index < mine.length && (mine[index]?.to ?? 0) < edit.from) index += 1;
    let shared = false;
    for (let at = index; at < mine.length; at += 1) {
      const other = mine[at];
      if (!other || other.from > edit.to) break;
      if (!isSameStart(other, edit)) conflicts = true;
      else {
        shared = true;
        const rest = edit.insert.slice(other.insert.length);
        if (rest !== '') onlyTheirs.push({ from: edit.to, to: edit.to, insert: rest });
      }
    }
    if (!shared) onlyTheirs.push(edit);
  }
  return { onlyTheirs, conflicts };
};

/**
 * Three-way merge of two texts that were edited from `base` (all LF). Separate edits merge. Edits that overlap or touch
 * are a conflict, unless one begins with the other. `merged` contains everything that either side inserted.
 */
export const mergeTexts = (base: string, mine: string, theirs: string): MergedTexts => {
  if (mine === theirs || theirs === base) return { merged: mine, conflicts: false };
  if (mine === base) return { merged: theirs, conflicts: false };
  const edits = listEdits(base, mine);
  const { onlyTheirs, conflicts } = compare(edits, listEdits(base, theirs));
  const changes = ChangeSet.of(edits, base.length, '\n');
  const rest = ChangeSet.of(onlyTheirs, base.length, '\n').map(changes);
  return { merged: applyChanges(base, changes.compose(rest)), conflicts };
};
