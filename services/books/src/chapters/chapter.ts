import { chapterTextMax } from '@inkbear/contracts/books/chapter';
import { limits } from '@inkbear/contracts/plans';
import { type ChangeRow, firstChange, toChangeRow } from '@inkbear/manuscript-store/change';
import { initialBytes, type ManuscriptRow, type ManuscriptKind } from '@inkbear/manuscript-store/manuscript';
import type { MadeUnder } from '../allowance/allowance.ts';
import {
  addWords,
  localDateIn,
  netWords,
  nothingReported,
  type Reported,
  type WordsOfDay,
} from '../progress/progress.ts';

/** What an author sets beside the text. */
export interface ChapterFields {
  title: string;
  description: string;
  keyPoints: string[];
  targetWordCount: number;
  /** The author's own tick; `isComplete` also follows from the target. */
  flaggedComplete: boolean;
}

export interface ChapterRow extends ManuscriptRow, ChapterFields {
  bookId: string;
  /** Copied from the book, where it never changes, so that a save need not read the book. */
  madeUnder: MadeUnder;
  /** `hidden`: its book is in the trash. */
  state: 'live' | 'trashed' | 'hidden';
  chapterNumber: number;
  aiGeneratedCount: number;
  aiEditCount: number;
  polishCount: number;
  aiSeq: number;
  /** Net words of the days since reporting last caught up; counted by the saves themselves, so none is lost or counted twice. */
  written: WordsOfDay[];
  reported: Reported;
  /** When `written` is looked at for reporting; null while all is reported. */
  progressDueAt: Date | null;
  createdAt: Date;
}

const isChapterComplete = (flagged: boolean, wordCount: number, targetWordCount: number): boolean =>
  flagged || wordCount >= targetWordCount;

/** A chapter as a text with a history. */
export const chapterKind: ManuscriptKind<ChapterRow> = {
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
  fieldTexts: ({ title, description, keyPoints }) => [title, description, ...keyPoints],
  derive: ({ flaggedComplete, wordCount, targetWordCount, written, progressDueAt }, { words, now, timeZone }) => ({
    isComplete: isChapterComplete(flaggedComplete, wordCount, targetWordCount),
    ...(words
      ? {
          written: addWords(written, { localDate: localDateIn(timeZone, now), ...netWords(words) }),
          progressDueAt: progressDueAt ?? now,
        }
      : {}),
  }),
};

/** An empty chapter at revision 1. */
export function newChapter(made: {
  id: string;
  bookId: string;
  userId: string;
  madeUnder: MadeUnder;
  chapterNumber: number;
  title: string;
  description?: string;
  keyPoints?: string[];
  at: Date;
}): ChapterRow {
  const row: ChapterRow = {
    _id: made.id,
    bookId: made.bookId,
    userId: made.userId,
    madeUnder: made.madeUnder,
    state: 'live',
    chapterNumber: made.chapterNumber,
    title: made.title,
    description: made.description ?? '',
    keyPoints: made.keyPoints ?? [],
    content: '',
    rev: 1,
    version: 1,
    wordCount: 0,
    targetWordCount: limits.chapterWords.default,
    flaggedComplete: false,
    isComplete: false,
    aiGeneratedCount: 0,
    aiEditCount: 0,
    polishCount: 0,
    aiSeq: 0,
    written: [],
    reported: nothingReported,
    progressDueAt: null,
    thinAt: null,
    createdAt: made.at,
    updatedAt: made.at,
    storedBytes: 0,
    deletedBytes: 0,
    fieldBytes: 0,
  };
  return { ...row, ...initialBytes(chapterKind, row) };
}

/** The first row of a chapter's history. */
export const firstChangeRow = (chapter: ChapterRow): ChangeRow =>
  toChangeRow(chapter._id, firstChange(chapter.createdAt));

/** Planned chapters in order of their number, numbered 1…n; none at all is one `Chapter 1`. */
export function planChapters<P extends { number: number; title: string }>(
  planned: readonly P[] | undefined,
): (Omit<P, 'number'> & { chapterNumber: number })[] | [{ title: string; chapterNumber: number }] {
  if (!planned || planned.length === 0) return [{ title: 'Chapter 1', chapterNumber: 1 }];
  return planned
    .toSorted((a, b) => a.number - b.number)
    .map(({ number: _number, ...chapter }, index) => ({ ...chapter, chapterNumber: index + 1 }));
}
