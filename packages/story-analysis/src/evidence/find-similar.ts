import type { Word } from '../words.ts';
import { similarityOf } from './similarity.ts';

export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** By how many words the passage may begin or end elsewhere than the best range of as many words as the quote has. */
const slack = 3;

/**
 * Finds the words of a text that are most similar to those of a quote; undefined if none are similar enough. First finds
 * the range of as many words that has most of the quote's words, then its best ends. Takes time proportional to the text.
 */
export function findSimilar(
  text: readonly Word[],
  quote: readonly string[],
  minSimilarity: number,
): TextRange | undefined {
  const start = findBestStart(text, quote);
  if (start === null) return undefined;
  let best: TextRange | undefined;
  let bestSimilarity = minSimilarity;
  for (let first = Math.max(0, start - slack); first <= start + slack; first += 1)
    for (let end = start + quote.length - slack; end <= Math.min(text.length, start + quote.length + slack); end += 1) {
      const [from, to] = [text[first]?.from, text[end - 1]?.to];
      if (from === undefined || to === undefined || end <= first) continue;
      const similarity = similarityOf(
        quote,
        text.slice(first, end).map((word) => word.text),
      );
      if (similarity < bestSimilarity || (best && similarity === bestSimilarity)) continue;
      [best, bestSimilarity] = [{ from, to }, similarity];
    }
  return best;
}

/** Where the range of as many words as the quote has begins that has most of its words; null if none has half of them. */
function findBestStart(text: readonly Word[], quote: readonly string[]): number | null {
  const wanted = new Map<string, number>();
  for (const word of quote) wanted.set(word, (wanted.get(word) ?? 0) + 1);
  /** How often each word of the quote is missing in the range; negative when the range has it too often. */
  const missing = new Map(wanted);
  let common = 0;
  let best: { start: number; common: number } | null = null;
  for (const [at, { text: word }] of text.entries()) {
    common += change(missing, word, -1);
    const leaving = text[at - quote.length]?.text;
    if (leaving !== undefined) common += change(missing, leaving, 1);
    if (common * 2 >= quote.length && common > (best?.common ?? 0))
      best = { start: Math.max(0, at - quote.length + 1), common };
  }
  return best?.start ?? null;
}

/** Adds to the number of a word that is missing. Returns by how much the number of common words changes. */
function change(missing: Map<string, number>, word: string, by: 1 | -1): number {
  const before = missing.get(word);
  if (before === undefined) return 0;
  missing.set(word, before + by);
  return Math.max(0, before) - Math.max(0, before + by);
}
