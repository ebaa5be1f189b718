import { type ChangeSet, Text } from '@codemirror/state';
import type { OriginSpan } from '@inkbear/prose/origins';
import { countWords } from '@inkbear/prose/word-count';
import { type ClassSpan, clipSpans, forEachWord, mergeSpans, spanAt } from './class-spans.ts';
import { type Fingerprint, sharedWith } from './fingerprint.ts';
import { type RemovedTexts, shortestReturn } from './removed-texts.ts';

/** The text of a chapter with the classes of its words. */
export interface ClassifiedText {
  readonly text: Text;
  /** Sorted, without overlaps. */
  readonly spans: readonly ClassSpan[];
}

/** The words of a new text are the author’s own until changes say otherwise. */
export const ownText = (text: string): ClassifiedText => ({ text: Text.of(text.split('\n')), spans: [] });

/** One saved change of a chapter. */
export interface SavedChange {
  readonly changes: ChangeSet;
  /** Sorted spans of the text after the change. Text without a span was typed. */
  readonly origins: readonly OriginSpan[];
  /** An earlier revision was restored, so text returns that was removed before. */
  readonly isRestore: boolean;
  /** When it was saved, in milliseconds since 1970. */
  readonly at: number;
}

export interface KnownResult {
  /** `false` for an action that edits given words (rewrite, tone, polish). */
  readonly makesText: boolean;
  /** By which pasted copies are recognised; null when it is unknown. */
  readonly fingerprint: Fingerprint | null;
}

/** What the classes of a change depend on besides its chapter. */
export interface ClassificationContext {
  /** By result id. */
  readonly results: ReadonlyMap<string, KnownResult>;
  /** Of the whole book. The change adds what it removes. */
  readonly removed: RemovedTexts;
  /** Words of each generated result that were inserted into the chapter, by result id. The change adds to it. */
  readonly inserted: Map<string, number>;
}

/** From this share of generated words among those that an edit replaces, its own words count as generated. */
const generatedShare = 0.2;
/** A paste that shares this much with a result is a copy of it. */
const copiedShare = 0.6;
/** Stands for a result whose id is unknown. */
const unknownResult = '';

/** A replaced range of a change. Positions of the earlier text (A) and of the later one (B). */
interface Hunk {
  readonly fromA: number;
  readonly toA: number;
  readonly fromB: number;
  readonly toB: number;
  readonly inserted: string;
}

/** The classes after a change. Takes time proportional to the change and the number of spans. */
export function classifyChange(
  before: ClassifiedText,
  change: SavedChange,
  context: ClassificationContext,
): ClassifiedText {
  const hunks: Hunk[] = [];
  change.changes.iterChanges((fromA, toA, fromB, toB, inserted) => {
    hunks.push({ fromA, toA, fromB, toB, inserted: inserted.toString() });
  });
  const generated = generatedShares(before, change, hunks);
  for (const { fromA, toA } of hunks) {
    if (toA > fromA)
      context.removed.add({
        text: before.text.sliceString(fromA, toA),
        spans: clipSpans(before.spans, fromA, toA, -fromA),
        at: change.at,
      });
  }
  const spans: ClassSpan[] = [];
  let position = 0;
  for (const hunk of hunks) {
    spans.push(...clipSpans(before.spans, position, hunk.fromA, hunk.fromB - hunk.fromA));
    if (hunk.inserted.length > 0) spans.push(...classifyInserted({ before, hunk, context, generated }, change.origins));
    position = hunk.toA;
  }
  const growth = change.changes.newLength - change.changes.length;
  spans.push(...clipSpans(before.spans, position, before.text.length, growth));
  const text = change.changes.apply(before.text);
  return { text, spans: mergeSpans(change.isRestore ? restoredSpans(text, spans, context) : spans) };
}

/**
 * The classes of a restored text: those that its parts had when they were removed. The change itself may have kept single
 * words of the text that it replaces, which are others.
 */
function restoredSpans(text: Text, spans: readonly ClassSpan[], { removed }: ClassificationContext): ClassSpan[] {
  const restored: ClassSpan[] = [];
  let position = 0;
  for (const part of removed.findParts(text.toString())) {
    restored.push(...clipSpans(spans, position, part.from, 0), ...part.spans);
    position = part.to;
  }
  return [...restored, ...clipSpans(spans, position, text.length, 0)];
}

/** The share of generated words among those that each result of a change replaces, by result id. */
function generatedShares(
  before: ClassifiedText,
  { origins }: SavedChange,
  hunks: readonly Hunk[],
): ReadonlyMap<string, number> {
  const replaced = new Map<string, { words: number; generated: number }>();
  for (const { fromA, toA, fromB, toB } of hunks) {
    const ids = new Set(
      origins
        .filter(({ kind, from, to }) => kind === 'ai' && from < toB && to > fromB)
        .map(({ resultId }) => resultId ?? unknownResult),
    );
    for (const id of ids) {
      const counts = replaced.get(id) ?? { words: 0, generated: 0 };
      forEachWord(before.text.sliceString(fromA, toA), clipSpans(before.spans, fromA, toA, -fromA), (span) => {
        counts.words += 1;
        if (span?.wordClass === 'generated') counts.generated += 1;
      });
      replaced.set(id, counts);
    }
  }
  return new Map([...replaced].map(([id, { words, generated }]) => [id, words === 0 ? 0 : generated / words] as const));
}

/** A part of an inserted text that has one origin. Positions of the later text. */
interface Segment extends Omit<OriginSpan, 'from' | 'to'> {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

interface Insertion {
  readonly before: ClassifiedText;
  readonly hunk: Hunk;
  readonly context: ClassificationContext;
  readonly generated: ReadonlyMap<string, number>;
}

/** Classifies the inserted text of a replaced range, segment by segment. */
function classifyInserted(insertion: Insertion, origins: readonly OriginSpan[]): ClassSpan[] {
  const { before, hunk } = insertion;
  const segments = segmentsOf(hunk, origins);
  const spans: ClassSpan[] = [];
  for (const [index, segment] of segments.entries()) {
    const { from, to, kind } = segment;
    const returned = findReturned(insertion, segment);
    if (returned) spans.push(...returned);
    else if (kind !== 'typed') {
      const span = classifySegment(insertion, segment);
      if (span.wordClass === 'generated') countInserted(insertion.context, segment.text, span.resultId);
      spans.push(span);
    } else {
      const last = spans.at(-1);
      const next = segments[index + 1];
      const left = index === 0 ? passageAt(before, hunk.fromA - 1) : last?.to === from ? passageOf(last) : null;
      const right = next
        ? passageOf(next.kind === 'ai' ? classifySegment(insertion, next) : undefined)
        : passageAt(before, hunk.toA);
      const resultId = surroundingResult(insertion, left, right);
      if (resultId !== null) spans.push({ from, to, wordClass: 'rewritten', resultId });
    }
  }
  return spans;
}

function segmentsOf({ fromB, toB, inserted }: Hunk, origins: readonly OriginSpan[]): Segment[] {
  const segments: Segment[] = [];
  const add = (from: number, to: number, origin: Omit<OriginSpan, 'from' | 'to'>): void => {
    if (to > from) segments.push({ ...origin, from, to, text: inserted.slice(from - fromB, to - fromB) });
  };
  let position = fromB;
  for (const { from, to, ...origin } of origins) {
    if (to <= position || from >= toB) continue;
    add(position, Math.max(position, from), { kind: 'typed' });
    add(Math.max(position, from), Math.min(toB, to), origin);
    position = Math.min(toB, to);
  }
  add(position, toB, { kind: 'typed' });
  return segments;
}

/** The classes of a text that was in the book before, by undo, cut and paste, or a copy. */
function findReturned({ before, context }: Insertion, { from, text, kind }: Segment): ClassSpan[] | null {
  const shifted = (spans: readonly ClassSpan[]): ClassSpan[] => clipSpans(spans, 0, text.length, from);
  if (text.length < shortestReturn) return null;
  const whole = context.removed.findWhole(text);
  if (whole) return shifted(whole);
  if (kind !== 'pasted') return null;
  const copied = before.text.toString().indexOf(text);
  return copied < 0 ? null : shifted(clipSpans(before.spans, copied, copied + text.length, -copied));
}

function classifySegment({ context, generated }: Insertion, { from, to, kind, text, resultId }: Segment): ClassSpan {
  const source = kind === 'pasted' ? copiedResult(context, text) : kind === 'ai' ? (resultId ?? unknownResult) : null;
  if (source === null) return { from, to, wordClass: kind === 'pasted' ? 'pasted' : 'imported' };
  const isEdit = context.results.get(source)?.makesText === false;
  const isGenerated = !isEdit || (generated.get(source) ?? 0) >= generatedShare;
  return { from, to, wordClass: isGenerated ? 'generated' : 'edited', resultId: source };
}

function countInserted({ inserted }: ClassificationContext, text: string, resultId = unknownResult): void {
  inserted.set(resultId, (inserted.get(resultId) ?? 0) + countWords(text));
}

/** The result of which a pasted text is a copy; null when there is none. */
function copiedResult({ results }: ClassificationContext, text: string): string | null {
  for (const [id, { fingerprint }] of results)
    if (fingerprint && sharedWith(text, fingerprint) >= copiedShare) return id;
  return null;
}

/**
 * The result in whose passage a typed text stands: the passage is on one side of it, and on the other side too, or it was
 * replaced there. `left` and `right` are the results on its sides.
 */
function surroundingResult({ before, hunk }: Insertion, left: string | null, right: string | null): string | null {
  const { fromA, toA } = hunk;
  const [first, last] = toA > fromA ? [passageAt(before, fromA), passageAt(before, toA - 1)] : [null, null];
  if (left !== null && (left === right || left === last)) return left;
  return right !== null && right === first ? right : null;
}

/** The result whose passage a range belongs to; null for the other classes. */
const passageOf = (span: ClassSpan | undefined): string | null =>
  span?.wordClass === 'generated' || span?.wordClass === 'rewritten' ? (span.resultId ?? unknownResult) : null;
const passageAt = ({ spans }: ClassifiedText, position: number): string | null => passageOf(spanAt(spans, position));
