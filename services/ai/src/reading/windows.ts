import type { CountTokens } from '../context/count-tokens.ts';

/** A paragraph of a chapter. `from` is its position in the text, in UTF-16 units. */
export interface NumberedParagraph {
  /** From 1, in the whole chapter. */
  readonly number: number;
  readonly from: number;
  readonly text: string;
}

/** A longer line is divided, and so is one that does not fit a window. In UTF-16 units. */
const maxUnits = 8000;
/** Of the scripts with most tokens for a UTF-16 unit. */
const maxTokensPerUnit = 3;

/** A part of a chapter that one call reads. */
export interface ReadingWindow {
  readonly paragraphs: readonly NumberedParagraph[];
  /** The indexes of the known names of which it has a form. */
  readonly named: readonly number[];
}

interface WindowOptions {
  readonly countTokens: CountTokens;
  /** Of the paragraphs of one window: see `readingTokensFor`. */
  readonly maxTokens: number;
}

/** Divides a chapter into windows, and says which names each has. @param names the forms of each known name */
export const namedWindowsOf = (
  text: string,
  names: readonly (readonly string[])[],
  options: WindowOptions,
): ReadingWindow[] =>
  windowsOf(text, options).map((paragraphs) => {
    const part = paragraphs.map((paragraph) => paragraph.text).join('\n');
    const named = names.flatMap((forms, index) => (forms.some((form) => part.includes(form)) ? [index] : []));
    return { paragraphs, named };
  });

/** Divides a chapter into windows of whole paragraphs, in order. */
export function windowsOf(text: string, options: WindowOptions): NumberedParagraph[][] {
  const { countTokens, maxTokens } = options;
  const windows: NumberedParagraph[][] = [];
  let window: NumberedParagraph[] = [];
  let tokens = 0;
  for (const paragraph of paragraphsOf(text, options)) {
    const length = countTokens(`[${paragraph.number}] ${paragraph.text}\n`);
    if (window.length > 0 && tokens + length > maxTokens) {
      windows.push(window);
      [window, tokens] = [[], 0];
    }
    window.push(paragraph);
    tokens += length;
  }
  return window.length > 0 ? [...windows, window] : windows;
}

/** The lines of a text that are not blank. */
function* paragraphsOf(text: string, options: WindowOptions): Generator<NumberedParagraph> {
  let number = 0;
  let from = 0;
  for (const line of text.split('\n')) {
    for (const piece of piecesOf(line, options)) {
      if (piece.trim() !== '') yield { number: (number += 1), from, text: piece };
      from += piece.length;
    }
    // The line break.
    from += 1;
  }
}

/** The pieces of a line that each fit a window. */
function* piecesOf(line: string, options: WindowOptions, maxLength = maxUnits): Generator<string> {
  const { countTokens, maxTokens } = options;
  for (const piece of cut(line, maxLength)) {
    const fits = piece.length * maxTokensPerUnit <= maxTokens || countTokens(piece) <= maxTokens;
    if (fits || maxLength <= 1) yield piece;
    else yield* piecesOf(piece, options, Math.floor(maxLength / 2));
  }
}

/** Cuts a line that is too long after a sentence, else after a word. */
function* cut(line: string, maxLength: number): Generator<string> {
  let rest = line;
  while (rest.length > maxLength) {
    const end = Math.max(rest.lastIndexOf('. ', maxLength) + 1, 0) || rest.lastIndexOf(' ', maxLength) || maxLength;
    const at = wholeCharacters(rest, end > 0 ? end : maxLength);
    yield rest.slice(0, at);
    rest = rest.slice(at);
  }
  yield rest;
}

/** A place before or at `at` that is not between the halves of a character. */
const wholeCharacters = (text: string, at: number): number =>
  /[\uD800-\uDBFF]/.test(text[at - 1] ?? '') && at > 1 ? at - 1 : at;
