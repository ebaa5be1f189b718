/** A hit, in UTF-16 units. */
export interface Hit {
  readonly from: number;
  readonly to: number;
}

export interface Wanted {
  readonly query: string;
  /** Capitals count. */
  readonly isCaseSensitive: boolean;
  /** Not inside longer words. */
  readonly isWholeWord: boolean;
}

const special = /[.*+?^${}()|[\]\\/]/g;
const partOfWord = /[\p{L}\p{N}\p{M}_]/u;

/** Straight quotes find curly ones and the other way round, and a space any space but a new line: nobody remembers which ones the chapter has. */
const pattern = (query: string): string =>
  query
    .replace(special, '\\$&')
    .replaceAll(/['’‘]/g, "['’‘]")
    .replaceAll(/["“”]/g, '["“”]')
    .replaceAll(' ', '[^\\S\\n]');

/** Every hit in order, none over another; at most `max`. Half of a surrogate pair is never found. */
export function findHits(text: string, { query, isCaseSensitive, isWholeWord }: Wanted, max = Infinity): Hit[] {
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

/** The edits that put `replacement` for each hit. When capitals do not count, a capital at the beginning of a hit stays one. */
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
