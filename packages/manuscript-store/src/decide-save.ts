import type { TextChanges } from '@inkbear/prose/changes';
import { deltaByOrigin, type OriginDelta, originsAfter, type OriginSpan } from '@inkbear/prose/origins';
import { compactionMinAgeMs, type RevisionKind, writingSessionGapMs } from '@inkbear/prose/compaction';
import { type Change, quotaBytes, needsSnapshot, newChange } from './change.ts';
import { fieldBytesOf, type ManuscriptHead, type ManuscriptKind, type SaveContext } from './manuscript.ts';

/** Describes what a save will write. */
export interface SavePlan<R extends ManuscriptHead> {
  readonly before: R;
  /** The head after the save. */
  readonly after: R;
  readonly change: Change | null;
  /** Whether the head text and the history are written (see `ManuscriptHead`), instead of appending a pending change. */
  readonly isFlush: boolean;
  /** Growth of the manuscript's `storedBytes`; may be negative. */
  readonly storedDelta: number;
  /**
   * The part of `storedDelta` that belongs to the fields. It is limited separately, because list routes return all
   * fields.
   */
  readonly fieldDelta: number;
  /** Whether a snapshot of this revision is stored. */
  readonly hasSnapshot: boolean;
}

interface TextSave {
  readonly text: string;
  readonly changes: TextChanges;
  readonly changeId: string;
  readonly kind: RevisionKind;
  /** Origins of spans of the new text; stored with the change. */
  readonly origins: readonly OriginSpan[];
  /** Counts all words under this origin instead of `origins`. */
  readonly countedAs?: OriginSpan['kind'];
  /** Whether words only move from or to another place: `derive` then sees neither words nor changes. */
  readonly isMove?: true;
}

export interface Save<R extends ManuscriptHead> {
  /** Other fields that the author set, such as a title. */
  readonly fields?: Partial<R>;
  readonly text?: TextSave | undefined;
  /** Whether a small change may stay pending in the head row, so that the text is not rewritten. */
  readonly mayDefer?: boolean;
  readonly now: Date;
  readonly timeZone: string;
}

/** Maximum size of a pending change, because every read of the row includes its pending changes (at most 99). */
const maxPendingBytes = 1024;

/** Decides what a save writes. Pure. */
export function decideSave<R extends ManuscriptHead>(
  manuscriptKind: ManuscriptKind<R>,
  before: R,
  save: Save<R>,
): SavePlan<R> {
  const { text, now } = save;
  const words = text ? deltaByOrigin(before.content, text.changes, spansOf(text), before.notTyped) : null;
  const base: R = {
    ...before,
    ...save.fields,
    ...(text && words ? nextText(before, text.text, words, now) : {}),
    ...(text && manuscriptKind.countsOrigins ? nextOrigins(before, text) : {}),
    version: before.version + 1,
    updatedAt: now,
  };
  const fieldBytes = save.fields ? fieldBytesOf(manuscriptKind, base) : before.fieldBytes;
  const context = contextOf(before, save, words);
  const after: R = { ...base, fieldBytes, ...manuscriptKind.derive({ ...base, fieldBytes }, context) };
  const savedFieldBytes = save.fields ? fieldBytesOf(manuscriptKind, before) : before.fieldBytes;
  const fieldDelta = after.fieldBytes - savedFieldBytes;
  if (!text)
    return { before, after, change: null, isFlush: false, storedDelta: fieldDelta, fieldDelta, hasSnapshot: false };
  const created = createChange(after, text, now);
  const bytesSinceSnapshot = (before.sinceSnapshot ?? 0) + created.bytes;
  const hasSnapshot = needsSnapshot(created.rev, bytesSinceSnapshot);
  const change: Change = hasSnapshot ? { ...created, snapshot: true } : created;
  after.sinceSnapshot = hasSnapshot ? 0 : bytesSinceSnapshot;
  // A snapshot flushes at once, because its text is then the stored head text.
  const isFlush = !save.mayDefer || hasSnapshot || change.bytes > maxPendingBytes;
  const textBytes = Buffer.byteLength(after.content);
  const textDelta = textBytes - Buffer.byteLength(before.content);
  const storedDelta = fieldDelta + textDelta + quotaBytes(change) + (hasSnapshot ? textBytes : 0);
  return { before, after, change, isFlush, storedDelta, fieldDelta, hasSnapshot };
}

function contextOf<R extends ManuscriptHead>(
  before: R,
  { text, now, timeZone }: Save<R>,
  words: OriginDelta | null,
): SaveContext {
  if (!text || text.isMove) return { words: null, edit: null, now, timeZone };
  return { words, edit: { before: before.content, changes: text.changes }, now, timeZone };
}

const createChange = (
  { rev, wordCount, isComplete }: ManuscriptHead,
  { changeId, changes, kind, origins, isMove }: TextSave,
  at: Date,
): Change =>
  newChange({
    rev,
    changeId,
    changes,
    origins: [...origins],
    at,
    kind,
    wordCount,
    isComplete,
    ...(isMove ? { isMove } : {}),
  });

/** The plan of a write that only flushes the pending changes. */
export function decideFlush<R extends ManuscriptHead>(before: R): SavePlan<R> {
  return {
    before,
    after: { ...before, version: before.version + 1 },
    change: null,
    isFlush: true,
    storedDelta: 0,
    fieldDelta: 0,
    hasSnapshot: false,
  };
}

const spansOf = ({ text, origins, countedAs }: TextSave): readonly OriginSpan[] =>
  countedAs && text.length > 0 ? [{ from: 0, to: text.length, kind: countedAs }] : origins;

/** Maximum number of stored spans. The longest ones are stored; the others have only a few words each. */
const maxSpans = 500;

/** Updates the spans that were not typed. The ids of AI results are dropped, so that adjacent spans can be merged. */
function nextOrigins(before: ManuscriptHead, text: TextSave): Pick<ManuscriptHead, 'notTyped'> {
  const known = before.notTyped ?? [];
  const inserted = spansOf(text)
    .filter(({ kind }) => kind !== 'typed')
    .map(({ from, to, kind }) => ({ from, to, kind }));
  const spans = originsAfter(known, text.changes, inserted);
  if (spans.length === 0 && before.notTyped === undefined) return {};
  if (spans.length <= maxSpans) return { notTyped: spans };
  const longest = spans.toSorted((a, b) => b.to - b.from - (a.to - a.from)).slice(0, maxSpans);
  return { notTyped: longest.sort((a, b) => a.from - b.from) };
}

function nextText(
  before: ManuscriptHead,
  content: string,
  { typed, pasted, ai, imported, removed }: OriginDelta,
  now: Date,
) {
  const wordCount = before.wordCount + typed + pasted + ai + imported - removed;
  return {
    content,
    rev: before.rev + 1,
    wordCount,
    compactAt: earlier(before.compactAt, new Date(now.getTime() + compactionMinAgeMs + writingSessionGapMs)),
  };
}

const earlier = (planned: Date | null, due: Date): Date => (planned && planned < due ? planned : due);
