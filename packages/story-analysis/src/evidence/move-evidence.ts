import { indexesOfText } from '@inkbear/prose/index-of-text';
import { type Word, wordsOf } from '../words.ts';
import { findSimilar, type TextRange } from './find-similar.ts';
import { similarityOf } from './similarity.ts';

/** A passage that a fact is taken from. Positions are UTF-16 units of the earlier text; `to` is exclusive. */
export interface QuotedPassage {
  readonly from: number;
  readonly to: number;
  readonly quote: string;
}

/** Where a passage is in the later text. */
export interface MovedPassage {
  /** `changed`: a similar passage stands there now; `lost`: none does. */
  readonly state: 'found' | 'changed' | 'lost';
  /** In UTF-16 units of the later text. Of a lost passage: the place where it was. */
  readonly from: number;
  readonly to: number;
}

/** The changes between the two texts, such as a `ChangeSet`. */
export interface PositionMap {
  /** Where a position of the earlier text is in the later one. `side`: -1 stays before an insertion there, 1 after it. */
  mapPos(position: number, side: -1 | 1): number;
}

/** A passage that is less similar to its quote than this is another passage. */
const minSimilarity = 0.8;

/**
 * Finds passages again after a text was changed: where the changes moved them, else at the nearest place with the same
 * words, else at the most similar passage, or the nearest of equally similar ones, if that may be a version of it. For
 * each passage that is not where the changes moved it, this takes time proportional to the text.
 */
export function movePassages(passages: readonly QuotedPassage[], changes: PositionMap, text: string): MovedPassage[] {
  let textWords: Word[] | undefined;
  return passages.map(({ from, to, quote }) => {
    // Text that is inserted at its ends does not become part of a passage.
    const start = changes.mapPos(from, 1);
    const moved = { from: start, to: Math.max(start, changes.mapPos(to, -1)) };
    if (text.slice(moved.from, moved.to) === quote) return { state: 'found', ...moved };
    const exact = findNearest(text, quote, moved.from);
    if (exact !== null) return { state: 'found', from: exact, to: exact + quote.length };
    const words = textsOf(wordsOf(quote));
    if (similarityOf(words, textsOf(wordsOf(text.slice(moved.from, moved.to)))) >= minSimilarity)
      return { state: 'changed', ...moved };
    textWords ??= wordsOf(text);
    const similar = findSimilar(textWords, words, { near: moved.from, minSimilarity });
    return similar && isVersionOf(quote, text, similar)
      ? { state: 'changed', ...withMarks(text, similar, quote) }
      : { state: 'lost', ...moved };
  });
}

const capitalised = /(?<![\p{L}\p{M}])\p{Lu}[\p{L}\p{M}]*/gu;

/** The capitalised words of a passage, each once, in alphabetical order. */
const namesOf = (passage: string): string => [...new Set(passage.match(capitalised))].sort().join(' ');

/**
 * Whether a passage may be the quote with other words: it has the same capitalised words, and it ends a sentence if the
 * quote does. Passages about somebody else are often worded alike.
 */
function isVersionOf(quote: string, text: string, { from, to }: TextRange): boolean {
  const end = quote.slice(wordsOf(quote).at(-1)?.to);
  return text.startsWith(end, to) && namesOf(quote) === namesOf(text.slice(from, to));
}

const textsOf = (words: readonly Word[]): string[] => words.map(({ text }) => text);

/** The start of the quote that is nearest to a position; null if the text does not have it. */
export function findNearest(text: string, quote: string, near: number): number | null {
  let nearest: number | null = null;
  for (const at of indexesOfText(text, quote)) {
    if (nearest !== null && Math.abs(at - near) >= Math.abs(nearest - near)) break;
    nearest = at;
  }
  return nearest;
}

/** Adds the marks to a range of words that stand before the first word of the quote and after its last one. */
function withMarks(text: string, { from, to }: TextRange, quote: string): TextRange {
  const words = wordsOf(quote);
  const before = quote.slice(0, words[0]?.from);
  const after = quote.slice(words.at(-1)?.to);
  return {
    from: text.endsWith(before, from) ? from - before.length : from,
    to: text.startsWith(after, to) ? to + after.length : to,
  };
}
