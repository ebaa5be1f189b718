import type { TextChanges } from '@inkbear/prose/changes';
import { deltaByOrigin, type OriginDelta, originsAfter, type OriginSpan } from '@inkbear/prose/origins';
import { KEEP_ALL_MS, type RevisionKind, SITTING_GAP_MS } from '@inkbear/prose/thinning';
import { type Change, quotaBytes, needsSnapshot, newChange } from './change.ts';
import { fieldBytesOf, type ManuscriptRow, type ManuscriptKind } from './manuscript.ts';

/** What a save writes, decided without touching anything. */
export interface Decision<R extends ManuscriptRow> {
  readonly before: R;
  /** The head as it will be. */
  readonly after: R;
  readonly change: Change | null;
  /** Whether head text and history are written now. */
  readonly flushes: boolean;
  /** What the manuscript takes more than before, in bytes; less when negative. */
  readonly storedDelta: number;
  /** Whether the whole text of this revision is kept beside its change. */
  readonly snapshot: boolean;
  /** The part of it that lists answer. */
  readonly fieldDelta: number;
}

interface TextSave {
  readonly text: string;
  readonly changes: TextChanges;
  readonly changeId: string;
  readonly kind: RevisionKind;
  /** Spans of the new text that are stored with the change. */
  readonly origins: readonly OriginSpan[];
  /** Where the words count from, when that is not what `origins` says. */
  readonly countedAs?: OriginSpan['kind'];
}

export interface Save<R extends ManuscriptRow> {
  /** What the author set beside the text. */
  readonly fields?: Partial<R>;
  readonly text?: TextSave | undefined;
  /** Whether a small change may wait in the head's row: then the text is not written again. */
  readonly mayDefer?: boolean;
  readonly now: Date;
  readonly timeZone: string;
}

/** Every reader of the row reads what waits in it, and fewer than a hundred changes do. */
const longestWaitingBytes = 1024;

export function decideSave<R extends ManuscriptRow>(
  manuscriptKind: ManuscriptKind<R>,
  before: R,
  save: Save<R>,
): Decision<R> {
  const { text, now, timeZone } = save;
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
  const after: R = { ...base, fieldBytes, ...manuscriptKind.derive(base, { words, now, timeZone }) };
  const fieldDelta = save.fields ? fieldBytes - fieldBytesOf(manuscriptKind, before) : 0;
  if (!text)
    return { before, after, change: null, flushes: false, storedDelta: fieldDelta, fieldDelta, snapshot: false };
  const { changeId, changes, kind, origins } = text;
  const made = newChange({
    rev: after.rev,
    changeId,
    changes,
    origins: [...origins],
    at: now,
    kind,
    wordCount: after.wordCount,
    isComplete: after.isComplete,
  });
  const since = (before.sinceSnapshot ?? 0) + made.bytes;
  const snapshot = needsSnapshot(made.rev, since);
  const change: Change = snapshot ? { ...made, snapshot: true } : made;
  after.sinceSnapshot = snapshot ? 0 : since;
  // A revision that is kept whole is settled at once, because then its text is the head's.
  const flushes = !save.mayDefer || snapshot || change.bytes > longestWaitingBytes;
  const textBytes = Buffer.byteLength(after.content);
  const textDelta = textBytes - Buffer.byteLength(before.content);
  const storedDelta = fieldDelta + textDelta + quotaBytes(change) + (snapshot ? textBytes : 0);
  return { before, after, change, flushes, storedDelta, fieldDelta, snapshot };
}

/** Moves the changes that wait into the history and nothing else. */
export function decideFlush<R extends ManuscriptRow>(before: R): Decision<R> {
  return {
    before,
    after: { ...before, version: before.version + 1 },
    change: null,
    flushes: true,
    storedDelta: 0,
    fieldDelta: 0,
    snapshot: false,
  };
}

const spansOf = ({ text, origins, countedAs }: TextSave): readonly OriginSpan[] =>
  countedAs && text.length > 0 ? [{ from: 0, to: text.length, kind: countedAs }] : origins;

/** Spans that are kept; of a text with more of them the longest, for the others lie within a few words each. */
const mostSpans = 500;

/** Without the result's id, which nothing here asks for, so that neighbours become one span. */
function nextOrigins(before: ManuscriptRow, text: TextSave): Pick<ManuscriptRow, 'notTyped'> {
  const known = before.notTyped ?? [];
  const inserted = spansOf(text)
    .filter(({ kind }) => kind !== 'typed')
    .map(({ from, to, kind }) => ({ from, to, kind }));
  const spans = originsAfter(known, text.changes, inserted);
  if (spans.length === 0 && before.notTyped === undefined) return {};
  if (spans.length <= mostSpans) return { notTyped: spans };
  const longest = spans.toSorted((a, b) => b.to - b.from - (a.to - a.from)).slice(0, mostSpans);
  return { notTyped: longest.sort((a, b) => a.from - b.from) };
}

function nextText(
  before: ManuscriptRow,
  content: string,
  { typed, pasted, ai, imported, removed }: OriginDelta,
  now: Date,
) {
  const wordCount = before.wordCount + typed + pasted + ai + imported - removed;
  return {
    content,
    rev: before.rev + 1,
    wordCount,
    thinAt: earlier(before.thinAt, new Date(now.getTime() + KEEP_ALL_MS + SITTING_GAP_MS)),
  };
}

const earlier = (planned: Date | null, due: Date): Date => (planned && planned < due ? planned : due);
