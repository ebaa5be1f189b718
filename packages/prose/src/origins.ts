import type { TextChanges } from './changes.ts';
import { countWordStarts, isAfterSpace, isSpace, sliceText, type TextLike } from './word-count.ts';

export const originKinds = ['typed', 'pasted', 'ai', 'imported'] as const;
export type OriginKind = (typeof originKinds)[number];

/** The origin of the range `[from, to)` of a text, in UTF-16 units. */
export interface OriginSpan {
  from: number;
  to: number;
  kind: OriginKind;
  /** The AI result from which the range was accepted. */
  resultId?: string;
}

/** Untrusted origins that do not fit their text; `message` is a sentence without user text. */
export class InvalidOriginsError extends Error {
  override readonly name = 'InvalidOriginsError';
}

const maxSpans = 100_000;

const readSpan = (value: unknown, textLength: number): OriginSpan => {
  const { from, to, kind, resultId } = (value ?? {}) as Record<keyof OriginSpan, unknown>;
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to))
    throw new InvalidOriginsError('A position must be a whole number.');
  if ((from as number) < 0 || (from as number) >= (to as number) || (to as number) > textLength)
    throw new InvalidOriginsError('A span lies outside the text.');
  if (!originKinds.includes(kind as OriginKind)) throw new InvalidOriginsError('The kind of an origin is unknown.');
  if (resultId !== undefined && (typeof resultId !== 'string' || resultId === '' || resultId.length > 64))
    throw new InvalidOriginsError('A result id must be a short string.');
  return {
    from: from as number,
    to: to as number,
    kind: kind as OriginKind,
    ...(resultId === undefined ? {} : { resultId }),
  };
};

/**
 * Parses untrusted spans. Returns them sorted and merged.
 * @param textLength length of the text after the changes, in UTF-16 units
 * @throws {InvalidOriginsError} a span is malformed or outside the text, or two spans overlap
 */
export const parseOrigins = (json: unknown, textLength: number): OriginSpan[] => {
  if (!Array.isArray(json) || json.length > maxSpans) throw new InvalidOriginsError('Origins must be a list.');
  const spans = json.map((value) => readSpan(value, textLength)).sort((a, b) => a.from - b.from);
  for (const [index, span] of spans.entries()) {
    if (index > 0 && (spans[index - 1]?.to ?? 0) > span.from) throw new InvalidOriginsError('Two spans overlap.');
  }
  return mergeOrigins(spans);
};

/** Joins adjacent spans of the same kind and result. @param spans sorted, without overlaps */
const mergeOrigins = (spans: readonly OriginSpan[]): OriginSpan[] => {
  const merged: OriginSpan[] = [];
  for (const span of spans) {
    const last = merged.at(-1);
    if (last && last.to === span.from && last.kind === span.kind && last.resultId === span.resultId) last.to = span.to;
    else merged.push({ ...span });
  }
  return merged;
};

/** A range whose positions in another text are greater by `shift`. */
interface ShiftedRange {
  from: number;
  to: number;
  shift: number;
}

/** The parts of the spans that are in the ranges, shifted. Both must be sorted. */
const clipSpans = (spans: readonly OriginSpan[], ranges: readonly ShiftedRange[]): OriginSpan[] => {
  const clipped: OriginSpan[] = [];
  let index = 0;
  for (const { from, to, shift } of ranges) {
    while (index < spans.length && (spans[index]?.to ?? 0) <= from) index += 1;
    for (let at = index; at < spans.length; at += 1) {
      const span = spans[at];
      if (!span || span.from >= to) break;
      clipped.push({ ...span, from: Math.max(span.from, from) + shift, to: Math.min(span.to, to) + shift });
    }
  }
  return clipped;
};

/** Maps sorted spans through changes. Inserted text gets no origin, even inside a span. */
export const mapOrigins = (spans: readonly OriginSpan[], changes: TextChanges): OriginSpan[] => {
  const unchanged: ShiftedRange[] = [];
  changes.iterGaps((from, fromB, length) => {
    unchanged.push({ from, to: from + length, shift: fromB - from });
  });
  return mergeOrigins(clipSpans(spans, unchanged));
};

/** Combines older and newer spans of the same text. Where they overlap, the newer one counts. Both must be sorted. */
export const overlayOrigins = (older: readonly OriginSpan[], newer: readonly OriginSpan[]): OriginSpan[] => {
  const uncovered: ShiftedRange[] = [];
  let position = 0;
  for (const { from, to } of newer) {
    if (from > position) uncovered.push({ from: position, to: from, shift: 0 });
    position = to;
  }
  uncovered.push({ from: position, to: Number.MAX_SAFE_INTEGER, shift: 0 });
  return mergeOrigins([...clipSpans(older, uncovered), ...newer].sort((a, b) => a.from - b.from));
};

/**
 * The spans of a text after `changes`: known spans are mapped, inserted text gets the spans of `inserted`.
 * @param known sorted spans of the text before
 * @param inserted sorted spans of the text after; ignored outside the ranges that `changes` inserts
 */
export const originsAfter = (
  known: readonly OriginSpan[],
  changes: TextChanges,
  inserted: readonly OriginSpan[],
): OriginSpan[] => {
  if (known.length === 0 && inserted.length === 0) return [];
  const added: ShiftedRange[] = [];
  changes.iterChanges((_fromA, _toA, from, to) => {
    added.push({ from, to, shift: 0 });
  }, true);
  return overlayOrigins(mapOrigins(known, changes), clipSpans(inserted, added));
};

/** One span for each inserted range, in positions of the text after. */
export const insertedAs = (changes: TextChanges, kind: OriginKind, resultId?: string): OriginSpan[] => {
  const spans: OriginSpan[] = [];
  changes.iterChanges((_fromA, _toA, from, to) => {
    if (to > from) spans.push({ from, to, kind, ...(resultId === undefined ? {} : { resultId }) });
  });
  return spans;
};

/** The spans of the deleted ranges, in positions of the text before. */
export const originsRemoved = (known: readonly OriginSpan[], changes: TextChanges): OriginSpan[] => {
  if (known.length === 0) return [];
  const removed: ShiftedRange[] = [];
  changes.iterChanges((from, to) => {
    removed.push({ from, to, shift: 0 });
  }, true);
  return clipSpans(known, removed);
};

/**
 * Numbers of added words by origin, and of removed words. The sum of all origins minus `removed` is the change of the
 * word count. `removedNotTyped` is the number of removed words that had not been typed.
 */
export type OriginDelta = Record<OriginKind | 'removed' | 'removedNotTyped', number>;

/** Returns a function that looks up the kinds of rising positions in sorted spans. Text without a span is typed. */
const kindReader = (spans: readonly OriginSpan[]): ((position: number) => OriginKind) => {
  let index = 0;
  return (position) => {
    while (index < spans.length && (spans[index]?.to ?? 0) <= position) index += 1;
    const span = spans[index];
    return span && span.from <= position ? span.kind : 'typed';
  };
};

/** Counts the words that begin in `text` and were not typed. */
const countNotTypedStarts = (text: string, afterSpace: boolean, kindAt: (index: number) => OriginKind): number => {
  let count = 0;
  let followsSpace = afterSpace;
  for (let at = 0; at < text.length; at += 1) {
    const isSpaceHere = isSpace(text.charCodeAt(at));
    if (followsSpace && !isSpaceHere && kindAt(at) !== 'typed') count += 1;
    followsSpace = isSpaceHere;
  }
  return count;
};

/** Whether a word begins with `next`, a character or nothing. */
const isWordStart = (next: string, afterSpace: boolean): boolean =>
  next !== '' && afterSpace && !isSpace(next.charCodeAt(0));

/**
 * Counts added words by origin, and removed words. A word has the origin of its first letter; text without a span counts
 * as typed.
 * @param before the text to which `changes` apply
 * @param origins sorted spans in positions of the text after the changes
 * @param known sorted spans of `before`
 */
export const deltaByOrigin = (
  before: TextLike,
  changes: TextChanges,
  origins: readonly OriginSpan[],
  known: readonly OriginSpan[] = [],
): OriginDelta => {
  const delta: OriginDelta = { typed: 0, pasted: 0, ai: 0, imported: 0, removed: 0, removedNotTyped: 0 };
  const kindAt = kindReader(origins);
  const kindBefore = kindReader(known);
  changes.iterChanges((fromA, toA, fromB, _toB, inserted) => {
    const next = sliceText(before, toA, toA + 1);
    const text = inserted.toString();
    let removed = countWordStarts(sliceText(before, fromA, toA), isAfterSpace(before, fromA));
    // The text after the change is not appended: for a long text that would be a copy of it.
    if (isWordStart(next, isAfterSpace(before, toA))) removed += 1;
    let followsSpace = isAfterSpace(before, fromA);
    for (let at = 0; at < text.length; at += 1) {
      const isSpaceHere = isSpace(text.charCodeAt(at));
      if (followsSpace && !isSpaceHere) delta[kindAt(fromB + at)] += 1;
      followsSpace = isSpaceHere;
    }
    if (isWordStart(next, followsSpace)) {
      if (removed > 0) removed -= 1;
      else delta[text === '' ? 'typed' : kindAt(fromB + text.length - 1)] += 1;
    }
    delta.removed += removed;
    const removedNotTyped =
      known.length === 0
        ? 0
        : countNotTypedStarts(sliceText(before, fromA, toA), isAfterSpace(before, fromA), (at) =>
            kindBefore(fromA + at),
          );
    delta.removedNotTyped += Math.min(removed, removedNotTyped);
  });
  return delta;
};
