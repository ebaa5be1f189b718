import { countWords } from '@inkbear/prose/word-count';
import { diffWords } from '@inkbear/prose/word-diff';

export type Piece =
  | { readonly kind: 'same' | 'added' | 'removed'; readonly text: string }
  /** A long unchanged part. */
  | { readonly kind: 'folded'; readonly text: string; readonly words: number };
export interface Comparison {
  readonly pieces: readonly Piece[];
  readonly added: number;
  readonly removed: number;
}

/** UTF-16 units of unchanged text shown around a change. */
const context = 160;
/** Shorter unchanged parts are shown in full. */
const minFoldLength = 3 * context;

/** Word diff of two texts with long unchanged parts folded. Takes bounded time for any texts. */
export function compare(before: string, after: string): Comparison {
  const parts = diffWords(before, after);
  const sum = (kind: string) =>
    parts.reduce((words, part) => words + (part.kind === kind ? countWords(part.text) : 0), 0);
  const pieces = parts.flatMap(({ kind, text }, at): Piece[] =>
    kind === 'same' ? folded(text, at > 0, at < parts.length - 1) : [{ kind, text }],
  );
  return { pieces, added: sum('added'), removed: sum('removed') };
}

function folded(text: string, isAfterChange: boolean, isBeforeChange: boolean): Piece[] {
  if (text.length < minFoldLength) return [{ kind: 'same', text }];
  const from = isAfterChange ? spaceAfter(text, context) : 0;
  const to = isBeforeChange ? spaceBefore(text, text.length - context) : text.length;
  const middle = text.slice(from, to);
  const pieces: Piece[] = [
    { kind: 'same', text: text.slice(0, from) },
    { kind: 'folded', text: middle, words: countWords(middle) },
    { kind: 'same', text: text.slice(to) },
  ];
  return pieces.filter((piece) => piece.text !== '');
}

/** A text without spaces is cut anywhere, but never inside a surrogate pair. */
const isInside = (text: string, at: number) => (text.charCodeAt(at) & 0xfc00) === 0xdc00;
function spaceAfter(text: string, at: number): number {
  const found = text.slice(at, at + context).search(/\s/);
  return found === -1 ? at + (isInside(text, at) ? 1 : 0) : at + found;
}
function spaceBefore(text: string, at: number): number {
  const found = text.slice(at - context, at).search(/\s\S*$/);
  return found === -1 ? at + (isInside(text, at) ? 1 : 0) : at - context + found + 1;
}
