import { isSpace } from '../word-count.ts';
import { apostrophe, type QuotationMarks } from './quotation-marks.ts';

const letterOrDigit = /[\p{L}\p{N}]/u;
const openingPunctuation = '([{¿¡';
const dashes = '–—-/';
/** English words that begin with an apostrophe. */
const elisions = new Set([
  'tis',
  'twas',
  'twere',
  'twill',
  'em',
  'til',
  'cause',
  'bout',
  'round',
  'n',
  'neath',
  'tween',
]);
const longestElision = 5;

export type QuoteKind = 'double' | 'single';

/** What is known about a straight quotation mark. */
export interface QuoteContext {
  readonly kind: QuoteKind;
  /** The text of the paragraph before the mark; the last printed character of it matters. */
  readonly before: string;
  /** The text after it, as far as it is written; at least the next word, if there is one. */
  readonly after: string;
  readonly marks: QuotationMarks;
  /** Whether a quotation of this kind is open in the paragraph. */
  readonly isOpen: boolean;
}

/** What a straight mark stands for. */
export interface CurlyQuote {
  readonly text: string;
  readonly role: 'opening' | 'closing' | 'apostrophe';
}

/** The quotation mark or apostrophe that a straight mark stands for. */
export function curlyQuote(context: QuoteContext): CurlyQuote {
  const role = roleOf(context);
  if (role === 'apostrophe') return { text: apostrophe, role };
  const [open, close] = context.marks[context.kind];
  return { text: role === 'opening' ? open : close, role };
}

function roleOf({ kind, before, after, marks, isOpen }: QuoteContext): CurlyQuote['role'] {
  const previous = lastPrinted(before);
  const isAfterSpace = previous === '' || isSpace(previous.charCodeAt(0)) || openingPunctuation.includes(previous);
  const isAfterDash = dashes.includes(previous);
  if (kind === 'single' && standsForLetters({ previous, after, isOpen, beginsWord: isAfterSpace || isAfterDash }))
    return 'apostrophe';
  if (isAfterSpace) return 'opening';
  const isAfterOpening = [marks.double, marks.single].some(([open]) => previous === open.charAt(0));
  return !isOpen && (isAfterDash || isAfterOpening) ? 'opening' : 'closing';
}

interface QuoteNeighbours {
  readonly previous: string;
  readonly after: string;
  readonly isOpen: boolean;
  readonly beginsWord: boolean;
}

/** An apostrophe stands for letters that are left out, or ends a genitive. */
function standsForLetters({ previous, after, isOpen, beginsWord }: QuoteNeighbours): boolean {
  if (beginsWord) return isElision(after);
  return letterOrDigit.test(previous) && (!isOpen || letterOrDigit.test(after.charAt(0)));
}

/** The character before a position that is printed: marks of emphasis are not. */
function lastPrinted(before: string): string {
  let end = before.length;
  while (end > 0 && '*_'.includes(before.charAt(end - 1))) end -= 1;
  return before.charAt(end - 1);
}

/** `’90s` and `’tis`: a word that begins with an apostrophe. */
function isElision(after: string): boolean {
  if (/^\d\ds?(?![\p{L}\d])/u.test(after)) return true;
  const word = /^[a-z]+/i.exec(after.slice(0, longestElision + 1))?.[0] ?? '';
  return elisions.has(word.toLowerCase());
}

/** Whether each kind of quotation is open. */
export type OpenQuotes = Readonly<Record<QuoteKind, boolean>>;
export const noOpenQuotes: OpenQuotes = { double: false, single: false };

/**
 * Reads the curly marks in a part of a paragraph.
 * @param open what is open where the part begins
 * @returns what is open where it ends
 */
export function readQuotes(
  text: string,
  { from, to }: { from: number; to: number },
  { marks, open }: { marks: QuotationMarks; open: OpenQuotes },
): OpenQuotes {
  const state = { ...open };
  for (let at = from; at < to; at += 1) {
    const sign = text.charAt(at);
    for (const kind of ['double', 'single'] as const) {
      const [opening, closing] = [marks[kind][0].charAt(0), marks[kind][1].at(-1) ?? ''];
      const isApostrophe = sign === apostrophe && letterOrDigit.test(text.charAt(at + 1));
      if (isApostrophe) continue;
      if (opening === closing && sign === opening) state[kind] = !state[kind];
      else if (sign === opening) state[kind] = true;
      else if (sign === closing) state[kind] = false;
    }
  }
  return state;
}
