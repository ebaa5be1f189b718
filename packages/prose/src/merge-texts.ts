import { ChangeSet } from '@codemirror/state';
import { applyChanges } from './changes.ts';
import { findHunks } from './text-hunks.ts';

interface Edit { from: number; to: number; insert: string }

/** `merged` is safe to take only without `conflicts`; with them it holds what both sides wrote, for showing. */
export interface MergedTexts { merged: string; conflicts: boolean }

/** Whole words, not letters: two edits of one word are two opinions, not two changes. */
const listEdits = (before: string, after: string): Edit[] =>
  findHunks(before, after).map(({ from, to, fromB, toB }) => ({ from, to, insert: after.slice(fromB, toB) }));

const isSame = (a: Edit, b: Edit): boolean => a.from === b.from && a.to === b.to && a.insert === b.insert;

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
      if (isSame(other, edit)) shared = true;
      else conflicts = true;
    }
    if (!shared) own.push(edit);
  }
  return { own, conflicts };
};

/**
 * Merges two texts that grew from `base` (all LF). Edits apart from each other merge; edits that overlap or touch are a
 * conflict unless both sides made the same one. Whatever either side inserted is in `merged`.
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
