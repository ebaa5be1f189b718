import type { TextEdit, TextRange } from '../text-edit.ts';

/** The range of a hit. */
export type Hit = TextRange;

export interface SearchQuery {
  readonly query: string;
  readonly isCaseSensitive: boolean;
  /** Whether hits inside longer words are ignored. */
  readonly isWholeWord: boolean;
}

const special = /[.*+?^${}()|[\]\\/]/g;
const partOfWord = /[\p{L}\p{N}\p{M}_]/u;

/**
 * The pattern of a query. Straight and curly quotes match each other, and a space matches any white space except a line
 * break, because authors do not know which of them a chapter has.
 */
const pattern = (query: string): string =>
  query
    .replace(special, '\\$&')
    .replaceAll(/['’‘]/g, "['’‘]")
    .replaceAll(/["“”]/g, '["“”]')
    .replaceAll(' ', '[^\\S\\n]');

/** At most `max` hits in order, without overlaps. A hit never begins or ends inside a surrogate pair. */
export function findHits(text: string, { query, isCaseSensitive, isWholeWord }: SearchQuery, max = Infinity): Hit[] {
  if (query === '') return [];
  const hits: Hit[] = [];
  // eslint-disable-next-line patterns/no-dynamic-pattern -- the query is escaped and nothing in the pattern repeats
  const queryPattern = new RegExp(pattern(query), isCaseSensitive ? 'gu' : 'giu');
  for (const { 0: match, index } of text.matchAll(queryPattern)) {
    const hit = { from: index, to: index + match.length };
    if (!isWholeWord || isWholeWordAt(text, hit)) hits.push(hit);
    if (hits.length >= max) break;
  }
  return hits;
}

/** Whether a hit neither begins nor ends inside a longer word. */
function isWholeWordAt(text: string, { from, to }: Hit): boolean {
  const isInsideWord = (outer: number, inner: number) =>
    partOfWord.test(characterAt(text, outer)) && partOfWord.test(characterAt(text, inner));
  return !isInsideWord(from - 1, from) && !isInsideWord(to, to - 1);
}

/** The whole character that the unit at `position` belongs to. */
function characterAt(text: string, position: number): string {
  const unit = text.charCodeAt(position);
  return String.fromCodePoint(text.codePointAt(unit >= 0xdc00 && unit <= 0xdfff ? position - 1 : position) ?? 0x20);
}

/** The edit that replaces a hit. */
export type Replacement = TextEdit;

/** The edits that replace each hit. With `keepsCapitals`, the replacement of a capitalised hit is capitalised. */
export const replaceHits = (
  text: string,
  hits: readonly Hit[],
  replacement: string,
  keepsCapitals: boolean,
): Replacement[] =>
  hits.map((hit) => ({
    ...hit,
    insert:
      keepsCapitals && /^\p{Lu}/u.test(text.slice(hit.from, hit.from + 2)) ? capitalise(replacement) : replacement,
  }));

const capitalise = (text: string): string => {
  const [first = ''] = text;
  return first.toUpperCase() + text.slice(first.length);
};
