import type { ChapterBeat } from '@inkbear/contracts/books/chapter';
import { decideSave, type SavePlan } from '@inkbear/manuscript-store/decide-save';
import { applyChanges, replaceRanges } from '@inkbear/prose/changes';
import type { OriginSpan } from '@inkbear/prose/origins';
import type { TextEdit } from '@inkbear/prose/text-edit';
import { localDateIn } from '@inkbear/service-kit/local-date';
import { chapterKind, type ChapterRow } from '../chapters/chapter.ts';
import type { Synopsis } from '../chapters/synopses.ts';
import { addWords } from '../progress/progress.ts';
import { type MovedText, moveSpans, moveSynopsesOf, wordsOfText } from './moved-text.ts';
import {
  type ChapterFate,
  snapshotNames,
  type StructureKind,
  type StructureOperationRow,
  undoEndOf,
} from './structure-operation.ts';

/** What an operation does to a chapter. */
export interface ChapterChange {
  /** The chapter before; a created one is empty. */
  readonly head: ChapterRow;
  readonly fate: ChapterFate;
  /** Of its text; none when that stays as it is. */
  readonly edits: readonly TextEdit[];
  /** Its beats afterwards, if they change. */
  readonly beats?: readonly ChapterBeat[];
}

/** What an operation, or its undo, does to a book. */
export interface StructureChange {
  readonly kind: StructureKind;
  readonly isUndo: boolean;
  /** One or two; first the one that the request named. */
  readonly chapters: readonly ChapterChange[];
  readonly moved: MovedText;
  readonly joint?: string;
  readonly beatIds?: readonly string[];
}

export interface PlannedChapter extends ChapterChange {
  readonly plan: SavePlan<ChapterRow>;
}

interface PlanContext {
  readonly now: Date;
  readonly timeZone: string;
  readonly newId: () => string;
}

/** The chapter that has the moved text before. */
export function sourceOf<C extends ChapterChange>({
  chapters,
  moved,
}: {
  chapters: readonly C[];
  moved: MovedText;
}): C {
  const source = chapters.find(({ head }) => head._id === moved.fromId);
  if (!source) throw new Error('The moved text must be in one of the chapters.');
  return source;
}

/**
 * Plans the saves of all chapters. The moved words count for no day: they are added where the text arrives and subtracted
 * where it leaves, on the same date.
 */
export function planStructureChange(change: StructureChange, context: PlanContext): PlannedChapter[] {
  const { chapters, moved } = change;
  const { head: source } = sourceOf(change);
  const spans = source.notTyped ?? [];
  const words = wordsOfText(source.content.slice(moved.from, moved.to), moveSpans(spans, { ...moved, at: 0 }));
  const synopses = moveSynopsesOf(
    chapters.map(({ head, edits }) => ({
      id: head._id,
      length: head.content.length,
      edits,
      rev: revAfter({ head, edits }),
      synopses: head.synopses ?? [],
    })),
    moved,
  );
  const moving = { moved, words, origins: moveSpans(spans, moved) };
  return chapters.map((chapter) => ({
    ...chapter,
    plan: planChapter(chapter, moving, synopses.get(chapter.head._id) ?? [], context),
  }));
}

/** The revision of a chapter after a change. */
export const revAfter = ({ head, edits }: Pick<ChapterChange, 'head' | 'edits'>): number =>
  edits.length === 0 ? head.rev : head.rev + 1;

interface Moving {
  readonly moved: MovedText;
  readonly words: ReturnType<typeof wordsOfText>;
  /** The spans of the moved text, where it arrives. */
  readonly origins: readonly OriginSpan[];
}

function planChapter(
  { head, edits, beats }: ChapterChange,
  { moved, words, origins }: Moving,
  synopses: readonly Synopsis[],
  { now, timeZone, newId }: PlanContext,
): SavePlan<ChapterRow> {
  const [leaves, arrives] = [head._id === moved.fromId, head._id === moved.toId];
  const changes = replaceRanges(head.content.length, edits);
  const localDate = localDateIn(timeZone, now);
  const booked = leaves === arrives ? noWords : arrives ? words : subtractWords(noWords, words);
  return decideSave(chapterKind, head, {
    fields: {
      synopses,
      ...(beats && { beats: [...beats] }),
      written: addWords(head.written, { localDate, ...booked }),
      progressDueAt: head.progressDueAt ?? now,
    },
    text:
      edits.length === 0
        ? undefined
        : {
            text: applyChanges(head.content, changes),
            changes,
            changeId: newId(),
            kind: 'structure',
            origins: arrives ? origins : [],
            isMove: true,
          },
    // The classes of words are derived from changes in the order of their times. Text that moves keeps its class when its
    // removal comes first.
    now: arrives && !leaves ? new Date(now.getTime() + 1) : now,
    timeZone,
  });
}

const noWords = { typedWords: 0, otherWords: 0 };
const subtractWords = (from: Moving['words'], words: Moving['words']): Moving['words'] => ({
  typedWords: from.typedWords - words.typedWords,
  otherWords: from.otherWords - words.otherWords,
});

/** Bytes that a change adds to the owner's quota. A chapter in the trash does not count. */
export const storedGrowth = (planned: readonly PlannedChapter[]): number =>
  planned.reduce(
    (sum, { head, fate, plan }) => sum + plan.storedDelta + (fate === 'created' ? head.storedBytes : 0),
    0,
  );

/** Bytes that a change adds to the fields of the book's chapters, which are limited together. */
export const fieldGrowth = (planned: readonly PlannedChapter[]): number =>
  planned.reduce((sum, { fate, plan: { before, after, fieldDelta } }) => {
    if (fate === 'kept') return sum + fieldDelta;
    return fate === 'trashed' ? sum - before.fieldBytes : sum + after.fieldBytes;
  }, 0);

/** The row of an operation. */
export function toOperation(
  { kind, chapters, moved, joint = '', beatIds = [] }: StructureChange,
  request: { readonly id: string; readonly requestKey: string | null; readonly at: Date },
): StructureOperationRow {
  const [first] = chapters;
  if (!first) throw new Error('An operation changes at least one chapter.');
  const { bookId, userId } = first.head;
  return {
    _id: request.id,
    bookId,
    userId,
    kind,
    at: request.at,
    expireAt: undoEndOf(request.at),
    requestKey: request.requestKey,
    chapters: chapters.map(({ head, fate, edits }) => ({
      id: head._id,
      fate,
      revBefore: head.rev,
      rev: revAfter({ head, edits }),
      edits: edits.map(({ from, to, insert }) => ({ from, to, inserted: insert.length })),
    })),
    moved,
    joint,
    beatIds,
  };
}

/** The name that the revisions before a change get; an undo names none. */
export const snapshotNameOf = ({ kind, isUndo }: StructureChange): string | null =>
  isUndo ? null : snapshotNames[kind];
