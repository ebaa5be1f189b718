import { findHunks, type TextHunk } from '@inkbear/prose/text-hunks';
import { splitSentences } from '@inkbear/prose/word-diff';

/** A piece of a comparison: the same on both sides, or a changed stretch that can be taken or left. */
export interface Piece { readonly isChanged: boolean; readonly before: string; readonly after: string }

/** Compares two texts by whole sentences. The `before`s joined are the old text, the `after`s the new one. */
export function stretchesOf(before: string, after: string, language = 'en'): Piece[] {
  const pieces: Piece[] = [];
  let position = 0;
  const keep = (to: number) => { if (to > position) pieces.push({ isChanged: false, before: before.slice(position, to), after: before.slice(position, to) }); };
  for (const { from, to, fromB, toB } of bySentences(before, findHunks(before, after), language)) {
    keep(from);
    const added = after.slice(fromB, toB);
    // Several new sentences, each for itself.
    if (from === to) pieces.push(...splitSentences(added, language).map((text) => ({ isChanged: true, before: '', after: text })));
    else pieces.push({ isChanged: true, before: before.slice(from, to), after: added });
    position = to;
  }
  keep(before.length);
  return pieces;
}

/** The text with the chosen stretches taken and the others left as they were. */
export const takeStretches = (pieces: readonly Piece[], isTaken: (index: number) => boolean): string => pieces.map((piece, index) => (piece.isChanged && !isTaken(index) ? piece.before : piece.after)).join('');

/** Widens each hunk to the sentences it lies in and joins those that share one; between hunks both texts are the same. */
function bySentences(before: string, hunks: readonly TextHunk[], language: string): TextHunk[] {
  const bounds = boundsOf(before, language);
  const joined: TextHunk[] = [];
  for (const hunk of hunks) {
    const { from, to } = widen(before, hunk, bounds);
    const last = joined.at(-1);
    const toB = hunk.toB + (to - hunk.to);
    if (last && from < last.to) Object.assign(last, to > last.to ? { to, toB } : { toB: hunk.toB + (last.to - hunk.to) });
    else joined.push({ from, to, fromB: hunk.fromB - (hunk.from - from), toB });
  }
  return joined;
}

function boundsOf(text: string, language: string): number[] {
  const bounds = [0];
  for (const sentence of splitSentences(text, language)) bounds.push((bounds.at(-1) ?? 0) + sentence.length);
  return bounds;
}

function widen(text: string, { from, to }: TextHunk, bounds: readonly number[]): { from: number; to: number } {
  const end = bounds.find((bound) => bound >= to) ?? text.length;
  const start = bounds.findLast((bound) => bound <= from) ?? 0;
  const isBetween = from === to && (from === start || text.slice(from, end).trim() === '');
  if (isBetween) return { from, to };
  // The space after the last sentence is no part of the change.
  const trimmed = start + text.slice(start, end).trimEnd().length;
  return { from: start, to: Math.max(to, trimmed) };
}
