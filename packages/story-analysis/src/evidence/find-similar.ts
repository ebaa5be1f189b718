import type { TextRange } from '@inkbear/prose/text-edit';
import type { Word } from '../words.ts';
import { similarityOf } from './similarity.ts';

/** How many words before or after the best range of the quote's length the passage may begin or end. */
const slack = 3;

/** Maximum number of ranges that are compared word by word. */
const maxStarts = 8;

interface SearchOptions {
  /** The position in the text where the quote was, in UTF-16 units. */
  readonly near: number;
  readonly minSimilarity: number;
  /** False for a range that is something else than the quote, however similar it is. */
  readonly isVersion: (range: TextRange) => boolean;
}

/**
 * Finds the words of a text that are most similar to those of a quote, of equally similar ones the nearest; undefined
 * if none are similar enough. First finds ranges of as many words that have most of the quote's words in any order,
 * then compares these and their neighbours in order. Takes time proportional to the text.
 */
export function findSimilar(
  text: readonly Word[],
  quote: readonly string[],
  { near, minSimilarity, isVersion }: SearchOptions,
): TextRange | undefined {
  let best: TextRange | undefined;
  let bestSimilarity = minSimilarity;
  for (const start of findBestStarts(text, quote, near))
    for (const range of rangesNear(text, start, quote.length)) {
      const words = text.slice(range.first, range.end).map((word) => word.text);
      const similarity = similarityOf(quote, words);
      if (similarity < bestSimilarity || (best && similarity === bestSimilarity) || !isVersion(range)) continue;
      [best, bestSimilarity] = [{ from: range.from, to: range.to }, similarity];
    }
  return best;
}

/** The ranges that begin and end up to `slack` words beside those of a range; `end` is exclusive. */
function* rangesNear(text: readonly Word[], start: number, length: number) {
  for (let first = Math.max(0, start - slack); first <= start + slack; first += 1)
    for (let end = start + length - slack; end <= Math.min(text.length, start + length + slack); end += 1) {
      const [from, to] = [text[first]?.from, text[end - 1]?.to];
      if (from !== undefined && to !== undefined && end > first) yield { first, end, from, to };
    }
}

/** A range of as many words as the quote has. */
interface Start {
  /** The index of its first word. */
  readonly at: number;
  /** How many words it has in common with the quote. */
  readonly common: number;
  /** From where the quote was, in UTF-16 units. */
  readonly distance: number;
}

const isBetter = (one: Start, other: Start): boolean =>
  one.common > other.common || (one.common === other.common && one.distance < other.distance);

/** Where the ranges begin that have most words of the quote, at least half of them; the best first. */
function findBestStarts(text: readonly Word[], quote: readonly string[], near: number): number[] {
  const wanted = new Map<string, number>();
  for (const word of quote) wanted.set(word, (wanted.get(word) ?? 0) + 1);
  /** How often each word of the quote is missing in the range; negative when the range has it too often. */
  const missing = new Map(wanted);
  let common = 0;
  const best: Start[] = [];
  for (const [end, { text: word }] of text.entries()) {
    common += adjustMissingCount(missing, word, -1);
    const leaving = text[end - quote.length]?.text;
    if (leaving !== undefined) common += adjustMissingCount(missing, leaving, 1);
    if (common * 2 < quote.length) continue;
    const at = Math.max(0, end - quote.length + 1);
    insertIfBetter(best, { at, common, distance: Math.abs((text[at]?.from ?? 0) - near) }, quote.length / 2);
  }
  return best.map(({ at }) => at);
}

/** Puts a range among the best ones; of those that are fewer words apart than `minGap` only the best is kept. */
function insertIfBetter(best: Start[], start: Start, minGap: number): void {
  const last = best.at(-1);
  if (best.length === maxStarts && last && !isBetter(start, last)) return;
  const neighbour = best.findIndex(({ at }) => Math.abs(at - start.at) < minGap);
  if (neighbour >= 0) {
    if (!isBetter(start, best[neighbour] as Start)) return;
    best.splice(neighbour, 1);
  }
  const place = best.findIndex((other) => isBetter(start, other));
  best.splice(place < 0 ? best.length : place, 0, start);
  if (best.length > maxStarts) best.pop();
}

/** Adds to the number of a word that is missing. Returns by how much the number of common words changes. */
function adjustMissingCount(missing: Map<string, number>, word: string, by: 1 | -1): number {
  const before = missing.get(word);
  if (before === undefined) return 0;
  missing.set(word, before + by);
  return Math.max(0, before) - Math.max(0, before + by);
}
