/** How the text of a file differs from what it must have. The file is complete when all three counts are 0. */
export interface TextComparison {
  /** How many paragraphs and headings were compared. */
  paragraphs: number;
  /** Paragraphs that the file does not have. */
  missing: number;
  /** Texts between two paragraphs that the manuscript does not have. */
  extra: number;
  /** Paragraphs that the file has at another place. */
  moved: number;
}

/** What files may add, remove or draw instead of characters. */
const ignoredCharacters = /[\s\u00ad\u200b\u2010-\u2011*-]+/g;

/**
 * A text as it is compared: without white space, hyphens, asterisks of scene breaks and characters that a file draws as
 * boxes, and in capitals, because some headings are printed so.
 * @param missingCharacters user-perceived characters; an emoji may have several code points
 */
export const normaliseForComparison = (text: string, missingCharacters: ReadonlySet<string> = new Set()): string =>
  withoutCharacters(text, missingCharacters).replaceAll(ignoredCharacters, '').normalize('NFKC').toUpperCase();

/** A text without these characters. Where several match, the longest one is removed. */
function withoutCharacters(text: string, characters: ReadonlySet<string>): string {
  if (characters.size === 0) return text;
  const byFirstUnit = Map.groupBy(
    [...characters].sort((one, other) => other.length - one.length),
    (character) => character[0],
  );
  const kept: string[] = [];
  let [from, at] = [0, 0];
  while (at < text.length) {
    const found = byFirstUnit.get(text[at])?.find((character) => text.startsWith(character, at));
    if (found === undefined) {
      at += 1;
      continue;
    }
    kept.push(text.slice(from, at));
    from = at += found.length;
  }
  return [...kept, text.slice(from)].join('');
}

/**
 * Compares the text of a file with the paragraphs that it must have, in order.
 * @param missingCharacters characters that a font does not have, which the file draws as boxes. They are compared
 *   nowhere, because another font of the file may have them.
 */
export const compareTexts = (
  expected: readonly string[],
  actual: readonly string[],
  missingCharacters: ReadonlySet<string> = new Set(),
): TextComparison => {
  const result: TextComparison = { paragraphs: 0, missing: 0, extra: 0, moved: 0 };
  const all = actual.map((text) => normaliseForComparison(text, missingCharacters)).join('');
  let at = 0;
  for (const text of expected) {
    const wanted = normaliseForComparison(text, missingCharacters);
    if (wanted === '') continue;
    result.paragraphs += 1;
    const found = all.indexOf(wanted, at);
    if (found === at) at += wanted.length;
    else if (found > at) {
      result.extra += 1;
      at = found + wanted.length;
    } else if (all.includes(wanted)) result.moved += 1;
    else result.missing += 1;
  }
  if (at < all.length) result.extra += 1;
  return result;
};

export const isComplete = ({ missing, extra, moved }: TextComparison): boolean => missing + extra + moved === 0;
