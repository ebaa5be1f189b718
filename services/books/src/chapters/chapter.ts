import { type ChapterBeat, chapterTextMax } from '@inkbear/contracts/books/chapter';
import { limits } from '@inkbear/contracts/plans';
import { type ChangeRow, firstChange, toChangeRow } from '@inkbear/manuscript-store/change';
import {
  initialBytes,
  type ManuscriptHead,
  type ManuscriptKind,
  type SaveContext,
} from '@inkbear/manuscript-store/manuscript';
import { localDateIn } from '@inkbear/service-kit/local-date';
import type { FundingSource } from '../allowance/allowance.ts';
import { addWords, netWords, neverReported, type Reported, type WordsOfDay } from '../progress/progress.ts';
import { moveSynopses, type Synopsis } from './synopses.ts';

/** The fields that an author can edit besides the text. */
export interface ChapterFields {
  title: string;
  description: string;
  keyPoints: string[];
  targetWordCount: number;
  /** Rows of earlier releases lack this field and the next two: see `withPlanDefaults`. */
  beats?: ChapterBeat[];
  /** `YYYY-MM-DD` */
  storyDate?: string | null;
  isFlashback?: boolean;
  /** The author marked the chapter as complete. `isComplete` is also true when the target is reached. */
  flaggedComplete: boolean;
}

/** The fields that rows of earlier releases do not have, with their defaults. */
export const withPlanDefaults = ({
  beats = [],
  storyDate = null,
  isFlashback = false,
}: ChapterFields): Pick<Required<ChapterFields>, 'beats' | 'storyDate' | 'isFlashback'> => ({
  beats,
  storyDate,
  isFlashback,
});

export interface ChapterRow extends ManuscriptHead, ChapterFields {
  bookId: string;
  /**
   * What paid for the book. Copied from the book, where it never changes, so that a save does not read the book. Stored
   * name.
   */
  madeUnder: FundingSource;
  /**
   * `importing`: an import is making it, and its author does not see it yet. `hidden`: its book is in the trash, or its
   * owner was erased.
   */
  state: 'importing' | 'live' | 'trashed' | 'hidden';
  chapterNumber: number;
  /** Sorted by position. Rows of earlier releases have none. */
  synopses?: readonly Synopsis[];
  aiGeneratedCount: number;
  aiEditCount: number;
  polishCount: number;
  /** `seq` of the last `ai.counters.changed.v1` event that was applied to the counters. Stored name. */
  aiSeq: number;
  /**
   * Net words per day since both counters (`written` and `reported.words`) were last cleared, which happens when all
   * words are reported. Counted by the saves themselves, so none is lost or counted twice.
   */
  written: WordsOfDay[];
  reported: Reported;
  /** When the next report of `written` is due; null when everything is reported. */
  progressDueAt: Date | null;
  createdAt: Date;
}

const isChapterComplete = (flagged: boolean, wordCount: number, targetWordCount: number): boolean =>
  flagged || wordCount >= targetWordCount;

/** Describes chapters to the manuscript store. */
export const chapterKind: ManuscriptKind<ChapterRow> = {
  name: 'chapter',
  collections: { heads: 'chapters', changes: 'chapter_changes', snapshots: 'chapter_snapshots' },
  errors: {
    notFound: 'books.chapter_not_found',
    revisionNotFound: 'books.revision_not_found',
    stale: 'books.stale_revision',
    invalidChanges: 'books.invalid_changes',
    tooLarge: 'books.too_large',
    revisionCurrent: 'books.revision_current',
  },
  maxUnits: chapterTextMax,
  countsOrigins: true,
  fieldTexts: ({ title, description, keyPoints, beats = [], synopses = [] }) => [
    title,
    description,
    ...keyPoints,
    // With their ids and names of fields: of many short beats these are the larger part of a reply.
    ...beats.map((beat) => JSON.stringify(beat)),
    ...synopses.map(({ text }) => text),
  ],
  derive: (after, { words, edit, now, timeZone }) => ({
    isComplete: isChapterComplete(after.flaggedComplete, after.wordCount, after.targetWordCount),
    ...(words
      ? {
          written: addWords(after.written, { localDate: localDateIn(timeZone, now), ...netWords(words) }),
          progressDueAt: after.progressDueAt ?? now,
        }
      : {}),
    ...(edit ? synopsesAfter(after, edit) : {}),
  }),
};

/** The synopses after a save of the text. The bytes of those that went with their scenes are no longer counted. */
function synopsesAfter(
  { synopses = [], rev, fieldBytes }: ChapterRow,
  edit: NonNullable<SaveContext['edit']>,
): Partial<Pick<ChapterRow, 'synopses' | 'fieldBytes'>> {
  const moved = moveSynopses(synopses, edit, rev);
  if (moved === synopses) return {};
  return { synopses: moved, fieldBytes: fieldBytes - bytesOf(synopses) + bytesOf(moved) };
}

const bytesOf = (synopses: readonly Synopsis[]): number =>
  synopses.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);

/** An empty chapter at revision 1. */
export function newChapter(input: {
  id: string;
  bookId: string;
  userId: string;
  madeUnder: FundingSource;
  chapterNumber: number;
  title: string;
  description?: string;
  keyPoints?: string[];
  targetWordCount?: number | undefined;
  at: Date;
}): ChapterRow {
  const row: ChapterRow = {
    _id: input.id,
    bookId: input.bookId,
    userId: input.userId,
    madeUnder: input.madeUnder,
    state: 'live',
    chapterNumber: input.chapterNumber,
    title: input.title,
    description: input.description ?? '',
    keyPoints: input.keyPoints ?? [],
    beats: [],
    storyDate: null,
    isFlashback: false,
    synopses: [],
    content: '',
    rev: 1,
    version: 1,
    wordCount: 0,
    targetWordCount: input.targetWordCount ?? limits.chapterWords.default,
    flaggedComplete: false,
    isComplete: false,
    aiGeneratedCount: 0,
    aiEditCount: 0,
    polishCount: 0,
    aiSeq: 0,
    written: [],
    reported: neverReported,
    progressDueAt: null,
    compactAt: null,
    createdAt: input.at,
    updatedAt: input.at,
    storedBytes: 0,
    deletedBytes: 0,
    fieldBytes: 0,
  };
  return { ...row, ...initialBytes(chapterKind, row) };
}

/** The first row of a chapter's history. */
export const firstChangeRow = (chapter: ChapterRow): ChangeRow =>
  toChangeRow(chapter._id, firstChange(chapter.createdAt));

/** Sorts planned chapters by number and renumbers them 1…n. Without a plan: one chapter, `Chapter 1`. */
export function planChapters<P extends { number: number; title: string }>(
  planned: readonly P[] | undefined,
): (Omit<P, 'number'> & { chapterNumber: number })[] | [{ title: string; chapterNumber: number }] {
  if (!planned || planned.length === 0) return [{ title: 'Chapter 1', chapterNumber: 1 }];
  return planned
    .toSorted((a, b) => a.number - b.number)
    .map(({ number: _number, ...chapter }, index) => ({ ...chapter, chapterNumber: index + 1 }));
}
