import type { SummaryTexts } from '@inkbear/contracts/ai/summary';
import type { EncodedFingerprint } from '@inkbear/story-analysis/provenance/fingerprint';
import type { ContextEntry } from '@inkbear/contracts/bible/internal';
import type { BookStyle } from '@inkbear/contracts/books/style-sheet';
import type { Book } from '@inkbear/contracts/books/book';
import type { Chapter } from '@inkbear/contracts/books/chapter';
import type { StoryTask } from './story-task.ts';
import type { SurroundingText } from '../prompts/surroundings.ts';

/**
 * Summaries that a provider wrote of the text with this fingerprint. The text of a length that the provider did not
 * write is empty.
 */
export interface ProviderSummary {
  readonly texts: SummaryTexts;
  readonly fingerprint: EncodedFingerprint;
}

/** An earlier chapter, with the summaries that its author wrote, and those of a provider. */
export interface ContextChapter extends Pick<Chapter, 'id' | 'chapterNumber' | 'title' | 'content'> {
  readonly ownSummaries?: SummaryTexts | undefined;
  readonly providerSummary?: ProviderSummary | undefined;
}

/** The parts of a book that a request about one of its chapters may use. */
export interface BookContext {
  readonly book: Pick<
    Book,
    'id' | 'title' | 'genre' | 'subgenre' | 'targetAudience' | 'synopsis' | 'outline' | 'language'
  >;
  readonly chapter: Pick<Chapter, 'id' | 'chapterNumber' | 'title' | 'description' | 'keyPoints' | 'beats'>;
  /** The chapters before `chapter`, in order. */
  readonly earlierChapters: readonly ContextChapter[];
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
/** Plans the beats of a chapter that its author has not divided. */
export interface PlanBeatsTask extends Pick<
  GenerateTask,
  'context' | 'chapterTitle' | 'description' | 'targetWords' | 'enhanced'
> {
  kind: 'plan-beats';
}
/** Writes one part of a chapter. */
export interface WritePartTask extends Pick<GenerateTask, 'context' | 'chapterTitle' | 'description' | 'enhanced'> {
  kind: 'write-part';
  /** What happens in each part of the chapter. */
  parts: readonly string[];
  /** The part that is written, and what happens in it. */
  index: number;
  text: string;
  words: number;
  /** The character from whose point of view the part is told; null when it has the point of view of the book. */
  povName: string | null;
  /** The text of the parts before it. */
  written: string;
  /** Words of the book that a first attempt repeated; null in the first attempt. */
  copied: string | null;
}
export interface RewriteTask {
  kind: 'rewrite' | 'expand' | 'tone' | 'polish' | 'instruct';
  context: BookContext;
  content: string;
  /** What to aim for, e.g. `more_formal`, or the author's own instruction (`instruct`); free text from the request. */
  option: string | null;
  isSelection: boolean;
  /** The text around a selection; null for a whole chapter. */
  around: SurroundingText | null;
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
  around: SurroundingText | null;
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
/** A call that is a part of a request. */
export type PartTask = PlanBeatsTask | WritePartTask;
export const isPartTask = (task: { readonly kind: string }): task is PartTask =>
  task.kind === 'plan-beats' || task.kind === 'write-part';
/** Reads a part of a chapter for the story bible. */
export interface FindFactsTask {
  kind: 'find-facts';
  paragraphs: readonly { readonly number: number; readonly text: string }[];
  /** The names in the story bible, each with its aliases and its kind. */
  names: readonly string[];
}

/** Summarises a chapter for the prompts of later chapters. */
export interface SummariseTask {
  kind: 'summarise-chapter';
  title: string;
  text: string;
}
/** Compares a part of a chapter with facts of other chapters. */
export interface FindContradictionsTask {
  kind: 'find-contradictions';
  paragraphs: readonly { readonly number: number; readonly text: string }[];
  facts: readonly NumberedFact[];
}
/** Asks for arguments against the contradictions that were found. */
export interface ArgueTask {
  kind: 'argue-contradictions';
  cases: readonly {
    readonly number: number;
    readonly fact: string;
    readonly value: string;
    readonly passage: string;
  }[];
}
/** What a fact says, e.g. `Mara Venn, eyes: grey`. Numbered from 1. */
export interface NumberedFact {
  readonly number: number;
  readonly text: string;
}
/** Reads a chapter, so the prompt has nothing else of the book. */
export type ReadTask = FindFactsTask | SummariseTask | FindContradictionsTask | ArgueTask;
const readKinds: ReadonlySet<string> = new Set<ReadTask['kind']>([
  'find-facts',
  'summarise-chapter',
  'find-contradictions',
  'argue-contradictions',
]);
export const isReadTask = (task: ProviderTask): task is ReadTask => readKinds.has(task.kind);

/** What one call of a provider is asked for. */
export type ProviderTask = Task | PartTask | ReadTask;
export type ProviderTaskKind = ProviderTask['kind'];
