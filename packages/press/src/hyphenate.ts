/// <reference path="./hyphen.d.ts" />
import british from 'hyphen/en-gb/index.js';
import american from 'hyphen/en-us/index.js';

/** Positions inside a word where it may be hyphenated, as UTF-16 offsets, ascending. */
export type Hyphenator = (word: string) => readonly number[];

const SOFT_HYPHEN = '\u00ad';
/** The letters of a word, without surrounding punctuation. */
const LETTERS = /\p{L}[\p{L}’']*/u;
const MIN_BEFORE = 2;
const MIN_AFTER = 3;
const MAX_LETTERS = 40;
const MAX_CACHED = 200_000;

const createHyphenator = (divide: (word: string) => string): Hyphenator => {
  const cache = new Map<string, readonly number[]>();
  return (word) => {
    const known = cache.get(word);
    if (known) return known;
    const match = LETTERS.exec(word);
    const offsets: number[] = [];
    // Words with dots, digits or hyphens inside, and words in capitals, are not hyphenated.
    const letters = match?.[0] ?? '';
    const rest = match ? word.slice(match.index + letters.length) : '';
    if (
      match &&
      letters.length >= MIN_BEFORE + MIN_AFTER &&
      letters.length <= MAX_LETTERS &&
      !/[\p{L}\p{N}]/u.test(rest) &&
      letters !== letters.toUpperCase()
    ) {
      let at = 0;
      for (const part of divide(letters).split(SOFT_HYPHEN)) {
        at += part.length;
        if (at >= MIN_BEFORE && letters.length - at >= MIN_AFTER) offsets.push(match.index + at);
      }
    }
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(word, offsets);
    return offsets;
  };
};

const inBritish = createHyphenator((word) => british.hyphenateSync(word, { hyphenChar: SOFT_HYPHEN }));
const inAmerican = createHyphenator((word) => american.hyphenateSync(word, { hyphenChar: SOFT_HYPHEN }));

/**
 * The hyphenation rules of a language (BCP 47): American or British English; words of other languages are not
 * hyphenated.
 */
export const hyphenatorFor = (language: string): Hyphenator => {
  const tag = language.toLowerCase();
  if (/^en[-_]us\b/.test(tag)) return inAmerican;
  return /^en\b/.test(tag.replace('_', '-')) ? inBritish : () => [];
};
