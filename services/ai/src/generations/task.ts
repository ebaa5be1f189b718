import type { ContextEntry } from '@inkbear/contracts/bible/internal';
import type { BookStyle } from '@inkbear/contracts/books/style-sheet';
import type { Book } from '@inkbear/contracts/books/book';
import type { Chapter } from '@inkbear/contracts/books/chapter';
import type { StoryTask } from './story-task.ts';
import type { Surroundings } from '../prompts/surroundings.ts';

/** The parts of a book that a request about one of its chapters may use. */
export interface BookContext {
  readonly book: Pick<
    Book,
    'id' | 'title' | 'genre' | 'subgenre' | 'targetAudience' | 'synopsis' | 'outline' | 'language'
  >;
  readonly chapter: Pick<Chapter, 'id' | 'chapterNumber' | 'title' | 'description' | 'keyPoints'>;
  /** The chapters before `chapter`, in order. */
  readonly earlierChapters: readonly Pick<Chapter, 'id' | 'chapterNumber' | 'title' | 'content'>[];
  /** Ids of the earlier chapters that are sent in full. The others are summarised. */
  readonly fullTextChapterIds: ReadonlySet<string>;
  /** Nothing that the author excluded. */
  readonly style: BookStyle;
  /** The entries of the story bible as they are in this chapter. */
  readonly entries: readonly ContextEntry[];
  /** Ids of the entries that the author always sends. */
  readonly pinnedEntries: ReadonlySet<string>;
  /** The author excluded passages of earlier chapters. */
  readonly arePassagesExcluded: boolean;
  /** The author excluded the plan of the chapter. */
  readonly isPlanExcluded: boolean;
}

export interface GenerateTask {
  kind: 'generate';
  context: BookContext;
  bookTitle: string;
  chapterTitle: string;
  chapterNumber: number;
  description: string;
  genre: string;
  targetWords: number;
  enhanced: boolean;
}
export interface RewriteTask {
  kind: 'rewrite' | 'expand' | 'tone' | 'polish';
  context: BookContext;
  content: string;
  /** What to aim for, e.g. `more_formal`; free text from the request. */
  option: string | null;
  isSelection: boolean;
  /** The text around a selection; null for a whole chapter. */
  around: Surroundings | null;
}
export interface ExtendTask {
  kind: 'extend';
  context: BookContext;
  content: string;
  additionalWords: number;
}
export interface OptionsTask {
  kind: 'options';
  context: BookContext;
  selectedText: string;
  type: 'tone' | 'expand';
  option: string | null;
  count: number;
  spelling: 'uk' | 'us';
  around: Surroundings | null;
}
export interface TitlesTask {
  kind: 'titles';
  topic: string;
  genre: string;
}
export interface QuizTask {
  kind: 'quiz';
  interests: readonly string[];
  expertise: readonly string[];
  writingGoals: readonly string[];
  timeCommitment: string;
}
export interface OutlineTask {
  kind: 'outline';
  title: string;
  genre: string;
  targetLength: number;
  notes: string;
}
export interface CoachTask {
  kind: 'coach';
  context: BookContext;
  content: string;
  question: string;
  genre: string;
}

/** A request about a book, or for ideas for a new one. */
export type BookTask =
  GenerateTask | RewriteTask | ExtendTask | OptionsTask | TitlesTask | QuizTask | OutlineTask | CoachTask;
/** A request of an author, with all the data it needs. */
export type Task = BookTask | StoryTask;
export type TaskKind = Task['kind'];
