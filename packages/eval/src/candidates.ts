import type { EntryKind } from '@inkbear/contracts/bible/attributes';
import type { ConfirmedFact, BookChapter, GeneratedBook, Modality, NextChapterPlan, Place } from './books/book.ts';
import type { EditHistory } from './books/edit-history.ts';
import type { ProvenanceHistory, WordClass } from './books/provenance-history.ts';

/** What is measured: anything that finds names in the chapters of a book. */
export interface NameFinder {
  readonly name: string;
  findNames(chapters: readonly BookChapter[]): FoundName[];
}
export interface FoundName {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly kind?: EntryKind;
}

export interface FactFinder {
  readonly name: string;
  findFacts(chapters: readonly BookChapter[]): FoundFact[];
}
export interface FoundFact {
  /** Any form of the entry's name. */
  readonly entry: string;
  /** A key of `attributes`. */
  readonly attribute: string;
  readonly value: string;
  readonly modality: Modality;
}

/** Reads what a provider replied to the question for the facts of a chapter. */
export interface ReplyReader {
  readonly name: string;
  /** The facts of the reply that the chapter supports. */
  keepFacts(reply: string, chapter: ChapterOfReply): FoundFact[];
}
export interface ChapterOfReply {
  readonly text: string;
  /** The names that the question listed. */
  readonly known: readonly Omit<FoundName, 'kind'>[];
}

/** Builds requests with a text that contains orders to a model. */
export interface InjectionTarget {
  readonly name: string;
  /** A request of each kind, with the text wherever an author's text can be. */
  requestsWith(text: string): InjectedRequest[];
}
export interface InjectedRequest {
  readonly kind: string;
  /** What the prompt says outside of the author's data. */
  readonly instructions: string;
  /** The reply without a model does not have the requested form. */
  readonly isBroken: boolean;
}

/** A text with what its author has written into the story bible. */
export interface AuthoredBook extends Pick<GeneratedBook, 'chapters' | 'style'> {
  readonly confirmed: readonly ConfirmedFact[];
  /** The names of the entries that the confirmed facts and the style refer to, by id. */
  readonly bibleNames: ReadonlyMap<string, string>;
}
export interface ContradictionFinder {
  readonly name: string;
  findContradictions(book: AuthoredBook): DetectedFinding[];
}
export interface LeftoverFinder {
  readonly name: string;
  findLeftovers(chapters: readonly BookChapter[]): DetectedFinding[];
}
export interface DetectedFinding {
  readonly rule: string;
  readonly places: readonly Place[];
}

export interface VoiceMetric {
  readonly name: string;
  /** How far a text is from the author of the typed texts; a larger number is farther. */
  createDistance(typed: readonly string[]): (text: string) => number;
}

export interface EvidenceMover {
  readonly name: string;
  moveEvidence(history: Pick<EditHistory, 'before' | 'edits' | 'after' | 'quotes'>): MovedEvidence[];
}
export interface MovedEvidence {
  readonly state: 'found' | 'changed' | 'lost';
  /** In UTF-16 units of the text after the edits; 0 when it is lost. */
  readonly from: number;
  readonly to: number;
}

export interface PromptBuilder {
  readonly name: string;
  /** The whole input of a call for the chapter after the last one, at most `budget` tokens. */
  buildPrompt(request: PromptRequest): string;
}
export interface PromptRequest {
  readonly book: Pick<GeneratedBook, 'title' | 'synopsis' | 'outline' | 'chapters'>;
  readonly plan: Omit<NextChapterPlan, 'needs' | 'requests'>;
  readonly request: string;
  /** In tokens of o200k_base. */
  readonly budget: number;
  readonly countTokens: (text: string) => number;
}

export interface WordClassifier {
  readonly name: string;
  /** The classes of the words of the text after the history, in order. */
  classifyWords(history: Pick<ProvenanceHistory, 'steps' | 'results'>): WordClass[];
}
