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
 */
export const normaliseForComparison = (text: string, missingCharacters: ReadonlySet<string> = new Set()): string => {
  const kept =
    missingCharacters.size === 0
      ? text
      : Array.from(text, (character) => (missingCharacters.has(character) ? '' : character)).join('');
  return kept.replaceAll(ignoredCharacters, '').normalize('NFKC').toUpperCase();
};

/**
 * Compares the text of a file with the paragraphs that it must have, in order.
 * @param missingCharacters characters that no font has, which the file draws as boxes
 */
export const compareTexts = (
  expected: readonly string[],
  actual: readonly string[],
  missingCharacters: ReadonlySet<string> = new Set(),
): TextComparison => {
  const result: TextComparison = { paragraphs: 0, missing: 0, extra: 0, moved: 0 };
  const all = actual.map((text) => normaliseForComparison(text)).join('');
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
