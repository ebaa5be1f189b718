/// <reference path="./hyphen.d.ts" />
import { supportedLanguage, type SupportedLanguage } from './language.ts';

/** Positions inside a word where it may be hyphenated, as UTF-16 offsets, ascending. */
export type Hyphenator = (word: string) => readonly number[];

const softHyphen = '\u00ad';
/** The letters of a word, without surrounding punctuation. */
const wordLetters = /\p{L}+(?:[’']+\p{L}+)*/u;
const minBefore = 2;
const minAfter = 3;
const maxLetters = 40;
const maxCached = 200_000;

const createHyphenator = (divide: (word: string) => string): Hyphenator => {
  const cache = new Map<string, readonly number[]>();
  return (word) => {
    const known = cache.get(word);
    if (known) return known;
    const match = wordLetters.exec(word);
    const offsets: number[] = [];
    // Words with dots, digits or hyphens inside, and words in capitals, are not hyphenated.
    const letters = match?.[0] ?? '';
    const rest = match ? word.slice(match.index + letters.length) : '';
    if (
      match &&
      letters.length >= minBefore + minAfter &&
      letters.length <= maxLetters &&
      !/[\p{L}\p{N}]/u.test(rest) &&
      letters !== letters.toUpperCase()
    ) {
      let at = 0;
      for (const part of divide(letters).split(softHyphen)) {
        at += part.length;
        if (at >= minBefore && letters.length - at >= minAfter) offsets.push(match.index + at);
      }
    }
    if (cache.size >= maxCached) cache.clear();
    cache.set(word, offsets);
    return offsets;
  };
};

interface Patterns {
  readonly default: { hyphenateSync: (text: string, options?: { hyphenChar?: string }) => string };
}

/** The patterns of a language are loaded when a book needs them: those of German alone take a quarter of a second. */
const patterns: Readonly<Record<SupportedLanguage, () => Promise<Patterns>>> = {
  'en-GB': () => import('hyphen/en-gb/index.js'),
  'en-US': () => import('hyphen/en-us/index.js'),
  de: () => import('hyphen/de/index.js'),
  fr: () => import('hyphen/fr/index.js'),
  es: () => import('hyphen/es/index.js'),
  it: () => import('hyphen/it/index.js'),
  nl: () => import('hyphen/nl/index.js'),
  pt: () => import('hyphen/pt/index.js'),
  pl: () => import('hyphen/pl/index.js'),
  sv: () => import('hyphen/sv/index.js'),
};

const load = async (language: SupportedLanguage): Promise<Hyphenator> => {
  const { default: rules } = await patterns[language]();
  return createHyphenator((word) => rules.hyphenateSync(word, { hyphenChar: softHyphen }));
};

const loaded = new Map<SupportedLanguage, Promise<Hyphenator>>();
const none: Hyphenator = () => [];

/** Loads the hyphenation rules of a language (BCP 47). Words of languages that are not supported are not hyphenated. */
export const loadHyphenator = (tag: string): Promise<Hyphenator> => {
  const language = supportedLanguage(tag);
  if (!language) return Promise.resolve(none);
  let hyphenator = loaded.get(language);
  if (!hyphenator) loaded.set(language, (hyphenator = load(language)));
  return hyphenator;
};
