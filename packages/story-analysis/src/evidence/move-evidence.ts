import { indexesOfText } from '@inkbear/prose/index-of-text';
import type { TextRange } from '@inkbear/prose/text-edit';
import { functionWords } from '../extract/name-words.ts';
import { type Word, wordsOf } from '../words.ts';
import { findSimilar } from './find-similar.ts';
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
 * words, else at the most similar passage that may be a version of it, or the nearest of equally similar ones. For each
 * passage that is not where the changes moved it, this takes time proportional to the text.
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
    // In the same place, another name is an edit by the author, who is shown both wordings.
    if (similarityOf(words, textsOf(wordsOf(text.slice(moved.from, moved.to)))) >= minSimilarity)
      return { state: 'changed', ...moved };
    textWords ??= wordsOf(text);
    const isVersion = (range: TextRange): boolean => isVersionOf(quote, text, range);
    const similar = findSimilar(textWords, words, { near: moved.from, minSimilarity, isVersion });
    return similar ? { state: 'changed', ...withMarks(text, similar, quote) } : { state: 'lost', ...moved };
  });
}

/** The marks that end a sentence, with those that close speech or brackets. */
const sentenceEnd = /^[”’"'»)\]]*[.!?…]+[”’"'»)\]]*/;
const maxMarks = 8;

/**
 * Whether a passage may be the quote with other words: it names the same people and things, and it ends a sentence if
 * the quote does. Passages about somebody else are often worded alike.
 */
function isVersionOf(quote: string, text: string, { from, to }: TextRange): boolean {
  if (sentenceEnd.test(afterWords(quote)) && !sentenceEnd.test(text.slice(to, to + maxMarks))) return false;
  const passage = text.slice(from, to);
  return hasNamesOf(quote, passage) && hasNamesOf(passage, quote);
}

const letters = /[\p{L}\p{M}]+/gu;
const capital = /^\p{Lu}/u;
const personalPronouns = new Set(['i', 'you', 'he', 'she', 'it', 'we', 'they']);

/** Whether a passage has each name of another one. A word that is only capitalised because it begins a sentence is none. */
function hasNamesOf(other: string, passage: string): boolean {
  const words = new Set(passage.toLowerCase().match(letters));
  const mayBeMissing = (word: string): boolean => functionWords.has(word) && !personalPronouns.has(word);
  return (other.match(letters) ?? [])
    .filter((word) => capital.test(word))
    .every((word) => words.has(word.toLowerCase()) || mayBeMissing(word.toLowerCase()));
}

/** What follows the last word of a quote. */
const afterWords = (quote: string): string => quote.slice(wordsOf(quote).at(-1)?.to);

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
  const before = quote.slice(0, wordsOf(quote)[0]?.from);
  const after = afterWords(quote);
  const [end = ''] = sentenceEnd.test(after) ? (sentenceEnd.exec(text.slice(to, to + maxMarks)) ?? []) : [];
  return {
    from: text.endsWith(before, from) ? from - before.length : from,
    to: to + (text.startsWith(after, to) ? after.length : end.length),
  };
}
