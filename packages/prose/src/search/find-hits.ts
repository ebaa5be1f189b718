/** A hit, in UTF-16 units. */
export interface Hit {
  readonly from: number;
  readonly to: number;
}

export interface SearchQuery {
  readonly query: string;
  /** Distinguishes capitals. */
  readonly isCaseSensitive: boolean;
  /** Does not match inside longer words. */
  readonly isWholeWord: boolean;
}

const special = /[.*+?^${}()|[\]\\/]/g;
const partOfWord = /[\p{L}\p{N}\p{M}_]/u;

/**
 * Straight and curly quotes match each other, and a space matches any white space but a line break: authors do not know
 * which ones a chapter has.
 */
const pattern = (query: string): string =>
  query
    .replace(special, '\\$&')
    .replaceAll(/['’‘]/g, "['’‘]")
    .replaceAll(/["“”]/g, '["“”]')
    .replaceAll(' ', '[^\\S\\n]');

/** All hits in order, without overlaps, at most `max`. A lone surrogate never matches half of a pair. */
export function findHits(text: string, { query, isCaseSensitive, isWholeWord }: SearchQuery, max = Infinity): Hit[] {
  if (query === '') return [];
  const hits: Hit[] = [];
  // eslint-disable-next-line patterns/no-dynamic-pattern -- the query is escaped and nothing in the pattern repeats
  const wanted = new RegExp(pattern(query), isCaseSensitive ? 'gu' : 'giu');
  for (const { 0: found, index } of text.matchAll(wanted)) {
    const hit = { from: index, to: index + found.length };
    if (!isWholeWord || isWhole(text, hit)) hits.push(hit);
    if (hits.length >= max) break;
  }
  return hits;
}

function isWhole(text: string, { from, to }: Hit): boolean {
  const inside = (outer: number, inner: number) =>
    partOfWord.test(characterAt(text, outer)) && partOfWord.test(characterAt(text, inner));
  return !inside(from - 1, from) && !inside(to, to - 1);
}

/** The whole character that the unit at `position` belongs to. */
function characterAt(text: string, position: number): string {
  const unit = text.charCodeAt(position);
  return String.fromCodePoint(text.codePointAt(unit >= 0xdc00 && unit <= 0xdfff ? position - 1 : position) ?? 0x20);
}

export interface Replacement extends Hit {
  readonly insert: string;
}

/**
 * The edits that replace each hit. With `keepsCapitals`, a hit that begins with a capital gets a capitalised
 * replacement.
 */
export const replaceHits = (
  text: string,
  hits: readonly Hit[],
  replacement: string,
  keepsCapitals: boolean,
): Replacement[] =>
  hits.map((hit) => ({
    ...hit,
    insert: keepsCapitals && /^\p{Lu}/u.test(text.slice(hit.from, hit.from + 2)) ? capital(replacement) : replacement,
  }));

const capital = (text: string): string => {
  const [first = ''] = text;
  return first.toUpperCase() + text.slice(first.length);
};
