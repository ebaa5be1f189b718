import { curlyQuote, noOpenQuotes, readQuotes } from './curly-quotes.ts';
import { apostrophe, quotationMarksOf } from './quotation-marks.ts';

/** The replacement of the last characters before the cursor, the typed one included. */
export interface TypedReplacement {
  readonly remove: number;
  readonly insert: string;
}

/** How many characters of a paragraph before the cursor are read. */
const maxLookBehind = 5000;

/**
 * The typographic character for the one that was just typed: curly quotation marks of the language, `--` as a dash and
 * `...` as an ellipsis. Null when the character stays as it was typed.
 * @param before the text of the line up to the cursor, without the typed character
 * @param after the text of the line after the cursor
 * @param language a BCP 47 tag
 */
export function typedTypography(
  { before: whole, typed, after }: { before: string; typed: string; after: string },
  language: string,
): TypedReplacement | null {
  const before = whole.slice(-maxLookBehind);
  if (typed === '"' || typed === "'") {
    const marks = quotationMarksOf(language);
    const kind = typed === '"' ? 'double' : 'single';
    const isOpen = readQuotes(before, { from: 0, to: before.length }, { marks, open: noOpenQuotes })[kind];
    return { remove: 1, insert: curlyQuote({ kind, before, after, marks, isOpen }).text };
  }
  if (typed === '-') return typedDash(before);
  if (typed === '.' && before.endsWith('..') && !before.endsWith('...')) return { remove: 3, insert: '…' };
  return isYearAfterOpeningQuote(before, typed, language) ? { remove: 2, insert: apostrophe + typed } : null;
}

/** `--` becomes an en dash and a third hyphen makes it an em dash, but a line of hyphens is a scene break. */
function typedDash(before: string): TypedReplacement | null {
  if (/^[\s-]*$/.test(before)) return null;
  if (before.endsWith('–')) return { remove: 2, insert: '—' };
  return before.endsWith('-') && !before.endsWith('--') ? { remove: 2, insert: '–' } : null;
}

/** `'9` at the beginning of a word, as in `’90s`: the mark was taken for an opening one before the digit was typed. */
function isYearAfterOpeningQuote(before: string, typed: string, language: string): boolean {
  const [open] = quotationMarksOf(language).single;
  return /\d/.test(typed) && before.endsWith(open) && /(?:^|\s)$/.test(before.slice(0, -open.length).slice(-1));
}
