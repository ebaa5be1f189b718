import { chapterTextMax } from '@inkbear/contracts/books/chapter';
import { limits } from '@inkbear/contracts/plans';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { MadeUnder } from '../allowance/allowance.ts';
import { noProgress, type Progress } from '../progress/progress.ts';
import { type ChangeRow, changeRow } from '../revisions/revision.ts';

/** What an author sets beside the text. */
export interface ChapterFields {
  title: string;
  description: string;
  keyPoints: string[];
  targetWordCount: number;
  /** The author's own tick; `isComplete` also follows from the target. */
  flaggedComplete: boolean;
}

export interface ChapterRow extends ChapterFields {
  _id: string;
  bookId: string;
  userId: string;
  /** Copied from the book, where it never changes, so that a save need not read the book. */
  madeUnder: MadeUnder;
  /** `hidden`: its book is in the trash. */
  state: 'live' | 'trashed' | 'hidden';
  chapterNumber: number;
  /** The head text; every older one follows from the changes. */
  content: string;
  /** Rises with the text. */
  rev: number;
  /** Rises with every save; what a save compares before it writes. */
  version: number;
  wordCount: number;
  isComplete: boolean;
  aiGeneratedCount: number;
  aiEditCount: number;
  polishCount: number;
  aiSeq: number;
  progress: Progress;
  /** Set while words wait to be reported, else null. */
  progressDueAt: Date | null;
  /** When its history is looked at for folding; null while nothing can be folded. */
  thinAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

export const isChapterComplete = (flagged: boolean, wordCount: number, targetWordCount: number): boolean => flagged || wordCount >= targetWordCount;

/** Throws 413 for a text that is too long for one chapter. */
export function requireFits(text: string): void {
  if (text.length > chapterTextMax) throw new ProblemError('books.too_large');
}

/** An empty chapter at revision 1. */
export function newChapter(made: { id: string; bookId: string; userId: string; madeUnder: MadeUnder; chapterNumber: number; title: string; description?: string; keyPoints?: string[]; at: Date }): ChapterRow {
  return {
    _id: made.id, bookId: made.bookId, userId: made.userId, madeUnder: made.madeUnder, state: 'live', chapterNumber: made.chapterNumber, title: made.title, description: made.description ?? '', keyPoints: made.keyPoints ?? [],
    content: '', rev: 1, version: 1, wordCount: 0, targetWordCount: limits.chapterWords.default, flaggedComplete: false, isComplete: false, aiGeneratedCount: 0, aiEditCount: 0, polishCount: 0, aiSeq: 0, progress: noProgress, progressDueAt: null, thinAt: null, createdAt: made.at, updatedAt: made.at,
  };
}

/** The first row of a chapter's history. */
export const firstChange = (chapter: ChapterRow): ChangeRow => changeRow({ chapterId: chapter._id, changeId: 'created', rev: 1, changes: [], origins: [], at: chapter.createdAt, kind: 'created', wordCount: 0, isComplete: false });

/** Planned chapters in order of their number, numbered 1…n; none at all is one `Chapter 1`. */
export function planChapters<P extends { number: number; title: string }>(planned: readonly P[] | undefined): (Omit<P, 'number'> & { chapterNumber: number })[] | [{ title: string; chapterNumber: number }] {
  if (!planned || planned.length === 0) return [{ title: 'Chapter 1', chapterNumber: 1 }];
  return planned.toSorted((a, b) => a.number - b.number).map(({ number: _number, ...chapter }, index) => ({ ...chapter, chapterNumber: index + 1 }));
}
