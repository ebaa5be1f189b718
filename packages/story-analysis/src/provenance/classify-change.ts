import { type ChangeSet, Text } from '@codemirror/state';
import type { OriginSpan } from '@inkbear/prose/origins';
import { countWords } from '@inkbear/prose/word-count';
import { type ClassSpan, clipSpans, forEachWord, mergeSpans, spanAt } from './class-spans.ts';
import type { CopyFinder } from './copy-finder.ts';
import { type Hunk, hunksOf, type Insertion, readInsertion, type Segment, unknownResult } from './insertion.ts';
import { type RemovedTexts, minReinsertedUnits } from './removed-texts.ts';

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
  /**
   * - `edit`: in the editor, also by replace-all and the like; their text has the origin `imported`, but is the author's
   * - `restore`, `conflict`: an earlier revision was restored, or a conflict resolved, so earlier text is reinserted
   * - `import`: from a file
   */
  readonly source: 'edit' | 'restore' | 'conflict' | 'import';
  /** When it was saved, in milliseconds since 1970. */
  readonly at: number;
}

/** What the classes of a change depend on besides its chapter. */
export interface ClassificationContext {
  /** Whether a result writes new text, or edits given words (rewrite, tone, polish); by result id. */
  readonly isNewText: ReadonlyMap<string, boolean>;
  /** Recognises pasted copies of results. */
  readonly copies: CopyFinder;
  /** The removed texts of the whole book. The change adds what it removes. */
  readonly removed: RemovedTexts;
  /**
   * Words of each generated result that were inserted into the chapter and not replaced by another result, by result id.
   * The change updates it.
   */
  readonly inserted: Map<string, number>;
}

/**
 * An edit counts as `generated` when at least this share of the words that it replaces is generated. With this share of
 * pasted or imported words it stores their class in `edits`.
 */
const minDecisiveShare = 0.2;
/** Results of a chapter that are counted one by one; all others are counted together. */
const maxCountedResults = 2_000;

/** The classes after a change. Takes time proportional to the change and the number of spans. */
export function classifyChange(
  before: ClassifiedText,
  change: SavedChange,
  context: ClassificationContext,
): ClassifiedText {
  const hunks = hunksOf(change.changes);
  for (const { fromA, toA } of hunks) {
    if (toA > fromA)
      context.removed.add({
        text: before.text.sliceString(fromA, toA),
        spans: clipSpans(before.spans, fromA, toA, -fromA),
        at: change.at,
      });
  }
  const known = { before, ...context, isRestored: change.source === 'restore' };
  const insertions = hunks.map((hunk) => readInsertion(hunk, change.origins, known));
  const replaced = countReplaced(before, insertions);
  const spans: ClassSpan[] = [];
  let position = 0;
  for (const insertion of insertions) {
    spans.push(...clipSpans(before.spans, position, insertion.fromA, insertion.fromB - insertion.fromA));
    spans.push(...classifyInsertion({ before, insertion, context, replaced, source: change.source }));
    position = insertion.toA;
  }
  const growth = change.changes.newLength - change.changes.length;
  spans.push(...clipSpans(before.spans, position, before.text.length, growth));
  const text = change.changes.apply(before.text);
  const reinserts = change.source === 'restore' || change.source === 'conflict';
  const after = { text, spans: mergeSpans(reinserts ? withReinsertedClasses(text, spans, hunks, context) : spans) };
  countInserted({ insertions, after, replaced }, context);
  return after;
}

/**
 * Gives each part that is inserted again the classes that it had when it was removed. A part may also contain words
 * that the change kept: the comparison of two texts matches single words by chance, and the classes of those would be
 * wrong.
 */
function withReinsertedClasses(
  text: Text,
  spans: readonly ClassSpan[],
  hunks: readonly Hunk[],
  { removed }: ClassificationContext,
): ClassSpan[] {
  const restored: ClassSpan[] = [];
  let position = 0;
  for (const part of removed.findParts(text.toString())) {
    if (!hunks.some(({ fromB, toB }) => fromB < part.to && toB > part.from)) continue;
    restored.push(...clipSpans(spans, position, part.from, 0), ...part.spans);
    position = part.to;
  }
  return [...restored, ...clipSpans(spans, position, text.length, 0)];
}

/** The words that a result replaces in one change, by class, and the generated ones by result. */
interface ReplacedWords {
  total: number;
  generated: number;
  pasted: number;
  imported: number;
  readonly byResult: Map<string, number>;
}
const noReplacedWords: Readonly<ReplacedWords> = {
  total: 0,
  generated: 0,
  pasted: 0,
  imported: 0,
  byResult: new Map(),
};

/** What each result of a change replaces, by result id. */
function countReplaced(
  before: ClassifiedText,
  insertions: readonly Insertion[],
): ReadonlyMap<string, Readonly<ReplacedWords>> {
  const replaced = new Map<string, ReplacedWords>();
  for (const { fromA, toA, segments } of insertions) {
    for (const id of new Set(segments.flatMap(({ source }) => source ?? []))) {
      const counts = replaced.get(id) ?? { total: 0, generated: 0, pasted: 0, imported: 0, byResult: new Map() };
      forEachWord(before.text.sliceString(fromA, toA), clipSpans(before.spans, fromA, toA, -fromA), (span) => {
        counts.total += 1;
        if (span?.wordClass === 'generated') {
          counts.generated += 1;
          increment(counts.byResult, span.resultId ?? unknownResult, 1);
        }
        if (span?.wordClass === 'pasted' || span?.edits === 'pasted') counts.pasted += 1;
        if (span?.wordClass === 'imported' || span?.edits === 'imported') counts.imported += 1;
      });
      replaced.set(id, counts);
    }
  }
  return replaced;
}

const increment = (counts: Map<string, number>, id: string, words: number): void =>
  void counts.set(id, (counts.get(id) ?? 0) + words);

interface InsertionContext {
  readonly before: ClassifiedText;
  readonly insertion: Insertion;
  readonly context: ClassificationContext;
  readonly replaced: ReadonlyMap<string, Readonly<ReplacedWords>>;
  readonly source: SavedChange['source'];
}

function classifyInsertion(inserting: InsertionContext): ClassSpan[] {
  const { before, insertion, context, source } = inserting;
  const { segments, fromA, toA } = insertion;
  const spans: ClassSpan[] = [];
  for (const [index, segment] of segments.entries()) {
    const { from, to, text, reinserted } = segment;
    const last = spans.at(-1);
    const left = index === 0 ? passageAt(before, fromA - 1) : last?.to === from ? passageOf(last) : null;
    const next = segments[index + 1];
    const right = index === segments.length - 1 ? passageAt(before, toA) : passageOfSegment(next, context);
    const passageId = surroundingPassage(inserting, left, right);
    if (reinserted) spans.push(...reinserted);
    else if (segment.source !== null) spans.push(classifyResult(inserting, segment, passageId));
    else if (segment.kind === 'pasted') spans.push({ from, to, wordClass: 'pasted' });
    else if (source === 'import' || (source === 'restore' && text.length >= minReinsertedUnits))
      spans.push({ from, to, wordClass: 'imported' });
    else if (passageId !== null) spans.push({ from, to, wordClass: 'rewritten', resultId: passageId });
  }
  return spans;
}

/** The class of text from a result. */
function classifyResult(inserting: InsertionContext, segment: Segment, passageId: string | null): ClassSpan {
  const { before, insertion, context, replaced } = inserting;
  const { from, to } = segment;
  const resultId = segment.source ?? unknownResult;
  const counts = replaced.get(resultId) ?? noReplacedWords;
  if (context.isNewText.get(resultId) === false && isEditOfOwn(segment, counts, passageId))
    return { from, to, wordClass: 'edited', resultId, ...replacedExternalClass(counts) };
  const isInside = passageId !== null && passageId !== resultId && isWithin(before, passageId, insertion);
  return { from, to, wordClass: 'generated', resultId, ...(isInside ? { passageId } : {}) };
}

/**
 * Whether a result only edits words of the author. An insertion without a deletion is new text, unless it adds words
 * within a line of the author.
 */
const isEditOfOwn = (
  { kind, text }: Segment,
  { total, generated }: Readonly<ReplacedWords>,
  passageId: string | null,
): boolean =>
  total > 0 ? generated < minDecisiveShare * total : kind === 'ai' && passageId === null && !text.includes('\n');

/** Where many of the replaced words came from, if not from the author. */
function replacedExternalClass({ total, pasted, imported }: Readonly<ReplacedWords>): Pick<ClassSpan, 'edits'> {
  if (total === 0 || Math.max(pasted, imported) < minDecisiveShare * total) return {};
  return { edits: pasted >= imported ? 'pasted' : 'imported' };
}

/** Whether the replaced text, if there is any, belongs to this passage at both ends. */
const isWithin = (before: ClassifiedText, passageId: string, { fromA, toA }: Pick<Hunk, 'fromA' | 'toA'>): boolean =>
  toA === fromA || (passageAt(before, fromA) === passageId && passageAt(before, toA - 1) === passageId);

/**
 * The AI passage around an inserted text. It is on both sides of the insertion, or on one side and also at that end of
 * the replaced text.
 * @param left the passage before the insertion
 * @param right the passage after the insertion
 */
function surroundingPassage(
  { before, insertion: { fromA, toA } }: InsertionContext,
  left: string | null,
  right: string | null,
): string | null {
  const [first, last] = toA > fromA ? [passageAt(before, fromA), passageAt(before, toA - 1)] : [null, null];
  if (left !== null && (left === right || left === last)) return left;
  return right !== null && right === first ? right : null;
}

/** The result to whose passage a range belongs; null for the other classes. */
const passageOf = (span: ClassSpan | undefined): string | null =>
  span?.wordClass === 'generated' || span?.wordClass === 'rewritten'
    ? (span.passageId ?? span.resultId ?? unknownResult)
    : null;
const passageAt = ({ spans }: ClassifiedText, position: number): string | null => passageOf(spanAt(spans, position));
const passageOfSegment = (segment: Segment | undefined, { isNewText }: ClassificationContext): string | null =>
  segment && segment.source !== null && isNewText.get(segment.source) !== false ? segment.source : null;

interface ClassifiedChange {
  readonly insertions: readonly Insertion[];
  readonly after: ClassifiedText;
  readonly replaced: ReadonlyMap<string, Readonly<ReplacedWords>>;
}

/**
 * Updates the words that were inserted from each result. A result that is inserted again, as by redo, is not counted
 * twice, and what another result replaces was not changed by the author.
 */
function countInserted({ insertions, after, replaced }: ClassifiedChange, { inserted }: ClassificationContext): void {
  const sources = new Set(insertions.flatMap(({ segments }) => segments.flatMap(({ source }) => source ?? [])));
  if (sources.size === 0) return;
  for (const { byResult } of replaced.values()) {
    for (const [id, words] of byResult) inserted.set(id, Math.max(0, (inserted.get(id) ?? 0) - words));
  }
  const text = after.text.toString();
  for (const id of sources) {
    const present = after.spans
      .filter(({ wordClass, resultId }) => wordClass === 'generated' && resultId === id)
      .reduce((sum, { from, to }) => sum + countWords(text.slice(from, to)), 0);
    const counted = inserted.has(id) || inserted.size < maxCountedResults ? id : unknownResult;
    if (present > 0) inserted.set(counted, Math.max(inserted.get(counted) ?? 0, present));
  }
}
