import { isSpace } from '@inkbear/prose/word-count';

/**
 * Where a word came from:
 * - `own`: typed by the author
 * - `pasted`, `imported`: from outside the book
 * - `generated`: from an AI result
 * - `edited`: from an AI result that replaced mostly words that were not generated
 * - `rewritten`: typed by the author inside a passage from an AI result
 */
export const wordClasses = ['own', 'pasted', 'imported', 'generated', 'edited', 'rewritten'] as const;
export type WordClass = (typeof wordClasses)[number];

/** The class of the range `[from, to)` of a text, in UTF-16 units. Text without a span is the author's own. */
export interface ClassSpan {
  readonly from: number;
  readonly to: number;
  readonly wordClass: Exclude<WordClass, 'own'>;
  /** The AI result of a generated, edited or rewritten range; empty when it is unknown. */
  readonly resultId?: string;
  /** Id of the surrounding AI result, set when one result was edited into a passage of another. */
  readonly passageId?: string;
  /** The class of the words that this edit replaced, if at least 20 % of them were pasted or imported. Stored name. */
  readonly edits?: 'pasted' | 'imported';
}

/** Joins adjacent spans of the same class and result. @param spans sorted, without overlaps */
export function mergeSpans(spans: readonly ClassSpan[]): ClassSpan[] {
  const merged: ClassSpan[] = [];
  for (const span of spans) {
    const last = merged.at(-1);
    if (last?.to === span.from && isSameClass(last, span)) merged[merged.length - 1] = { ...last, to: span.to };
    else if (span.to > span.from) merged.push(span);
  }
  return merged;
}

const isSameClass = (a: ClassSpan, b: ClassSpan): boolean =>
  a.wordClass === b.wordClass && a.resultId === b.resultId && a.passageId === b.passageId && a.edits === b.edits;

/** The parts of sorted spans in the range `[from, to)`, with positions moved by `shift`. */
export function clipSpans(spans: readonly ClassSpan[], from: number, to: number, shift: number): ClassSpan[] {
  const clipped: ClassSpan[] = [];
  for (let at = firstEndingAfter(spans, from); at < spans.length; at += 1) {
    const span = spans[at];
    if (!span || span.from >= to) break;
    clipped.push({ ...span, from: Math.max(span.from, from) + shift, to: Math.min(span.to, to) + shift });
  }
  return clipped;
}

/** The span that contains the unit at `position`. */
export function spanAt(spans: readonly ClassSpan[], position: number): ClassSpan | undefined {
  const span = spans[firstEndingAfter(spans, position)];
  return span && span.from <= position ? span : undefined;
}

/** The index of the first of sorted spans that ends after `position`. */
function firstEndingAfter(spans: readonly ClassSpan[], position: number): number {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((spans[middle]?.to ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}

export type WordCounts = Record<WordClass, number>;
export const zeroWordCounts = (): WordCounts => ({
  own: 0,
  pasted: 0,
  imported: 0,
  generated: 0,
  edited: 0,
  rewritten: 0,
});

/** Calls `visit` for each word with its span; the author's own words have none. A word has the span of its first letter. */
export function forEachWord(
  text: string,
  spans: readonly ClassSpan[],
  visit: (span: ClassSpan | undefined) => void,
): void {
  let index = 0;
  let followsSpace = true;
  for (let at = 0; at < text.length; at += 1) {
    const isSpaceHere = isSpace(text.charCodeAt(at));
    if (followsSpace && !isSpaceHere) {
      while (index < spans.length && (spans[index]?.to ?? 0) <= at) index += 1;
      const span = spans[index];
      visit(span && span.from <= at ? span : undefined);
    }
    followsSpace = isSpaceHere;
  }
}
