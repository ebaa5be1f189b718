import { splitSentences } from '@inkbear/prose/word-diff';

/** A range of the text in UTF-16 units. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** In UTF-16 units. Limits utterances, so that speech engines never get a paragraph of a megabyte. */
const maxDistance = 1200;

/** The sentence at a position, or the next one; null at the end of the text. Reads only the text around the position. */
export function sentenceAt(text: string, position: number, language: string): Span | null {
  const next = text.slice(position).search(/\S/);
  if (next === -1) return null;
  const at = position + next;
  const lineStart = text.lastIndexOf('\n', at - 1) + 1;
  const lineEnd = text.indexOf('\n', at);
  const from = wholeCharacter(text, Math.max(lineStart, at - maxDistance));
  const to = wholeCharacter(text, Math.min(lineEnd === -1 ? text.length : lineEnd, at + maxDistance));
  let start = from;
  for (const sentence of splitSentences(text.slice(from, to), language)) {
    const end = start + sentence.length;
    if (end > at)
      return { from: start + (sentence.length - sentence.trimStart().length), to: start + sentence.trimEnd().length };
    start = end;
  }
  return { from: at, to };
}

/** The sentence before the one that starts at `position`; null for the first one. */
export function sentenceBefore(text: string, position: number, language: string): Span | null {
  const before = text.slice(0, position).trimEnd();
  return before === '' ? null : sentenceAt(text, before.length - 1, language);
}

const wholeCharacter = (text: string, at: number): number => ((text.charCodeAt(at) & 0xfc00) === 0xdc00 ? at - 1 : at);
