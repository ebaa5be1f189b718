import { ChangeSet } from '@codemirror/state';
import { applyChanges } from './changes.ts';
import { findHunks } from './text-hunks.ts';

interface Edit {
  from: number;
  to: number;
  insert: string;
}

/** `merged` is safe to take only without `conflicts`; with them it holds what both sides wrote, for showing. */
export interface MergedTexts {
  merged: string;
  conflicts: boolean;
}

/** Whole words, not letters: two edits of one word are two opinions, not two changes. */
const listEdits = (before: string, after: string): Edit[] =>
  findHunks(before, after).map(({ from, to, fromB, toB }) => ({ from, to, insert: after.slice(fromB, toB) }));

/** The same edit; or both put words between the same two, and one went on from what the other wrote. */
const isSameStart = (one: Edit, other: Edit): boolean => {
  if (one.from !== other.from || one.to !== other.to) return false;
  return (
    one.insert === other.insert ||
    (one.from === one.to && (one.insert.startsWith(other.insert) || other.insert.startsWith(one.insert)))
  );
};

/** Splits their edits: those that I made too are left out, those that touch one of mine are a conflict. */
const compare = (mine: readonly Edit[], theirs: readonly Edit[]): { own: Edit[]; conflicts: boolean } => {
  const own: Edit[] = [];
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
        if (rest !== '') own.push({ from: edit.to, to: edit.to, insert: rest });
      }
    }
    if (!shared) own.push(edit);
  }
  return { own, conflicts };
};

/**
 * Merges two texts that grew from `base` (all LF). Edits apart from each other merge; edits that overlap or touch are a
 * conflict unless one is the beginning of the other. Whatever either side inserted is in `merged`.
 */
export const mergeTexts = (base: string, mine: string, theirs: string): MergedTexts => {
  if (mine === theirs || theirs === base) return { merged: mine, conflicts: false };
  if (mine === base) return { merged: theirs, conflicts: false };
  const edits = listEdits(base, mine);
  const { own, conflicts } = compare(edits, listEdits(base, theirs));
  const changes = ChangeSet.of(edits, base.length, '\n');
  const rest = ChangeSet.of(own, base.length, '\n').map(changes);
  return { merged: applyChanges(base, changes.compose(rest)), conflicts };
};
