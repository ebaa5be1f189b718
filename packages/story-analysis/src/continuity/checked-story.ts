import type { FactPassage } from '../extract/extract-facts.ts';
import type { AnalysedStory } from '../extract/extract-story.ts';
import type { ValueNormaliser } from '../extract/normalise-values.ts';
import { dateOf, type PartialDate } from '../extract/value-times.ts';

/** A row of the table of attributes, as far as the rules need it. */
export interface ComparedAttribute {
  readonly key: string;
  /** Whether an entry has one value at a time or several. */
  readonly values: 'one' | 'many';
  /** Whether the value may change: `never`, `explained` if the text tells the change, or `free`. */
  readonly change: 'never' | 'explained' | 'free';
  readonly normaliser: ValueNormaliser;
}

/** A position in the story. `at` is in UTF-16 units of the chapter. */
export interface StoryPoint {
  readonly chapter: number;
  readonly at: number;
}

/** A fact that the author has written or accepted, valid from `since` to before `until`. */
export interface ConfirmedFact {
  /** The name of the entry. */
  readonly name: string;
  readonly attribute: string;
  readonly value: string;
  readonly since: StoryPoint;
  readonly until: StoryPoint | null;
  /** The names of those who know it; null when everybody may. */
  readonly knownBy: readonly string[] | null;
}

/** How the story is told; null and empty where that is not known. */
export interface StoryStyle {
  readonly person: 'first' | 'third' | null;
  readonly tense: 'past' | 'present' | null;
  /** The names of the point-of-view characters. */
  readonly povNames: readonly string[];
}

/** When a chapter happens, as its author has planned it. */
export interface ChapterTime {
  /** `YYYY-MM-DD`; null when it is not known. */
  readonly storyDate: string | null;
  /** Told out of the order of the story, so that the rules about time leave the chapter out. */
  readonly isFlashback: boolean;
}

/** What is checked: an analysed story, and its confirmed facts. */
export interface CheckedStory extends AnalysedStory {
  /** By chapter. A chapter without one has no date and is not a flashback. */
  readonly times: readonly ChapterTime[];
  readonly attributes: readonly ComparedAttribute[];
  readonly confirmedFacts: readonly ConfirmedFact[];
  readonly style: StoryStyle;
  /** Passages that do not belong to the story, such as the leftovers that `scanBook` has found. */
  readonly nonStoryPassages: readonly FactPassage[];
}

/** Passages that contradict each other, the style of the book, or its confirmed facts. */
export interface Contradiction {
  readonly rule: string;
  readonly severity: 'error' | 'warning' | 'note';
  /** A sentence for the author. */
  readonly text: string;
  readonly names: readonly string[];
  /** In reading order. */
  readonly places: readonly FactPassage[];
  /** The values that the first two places give to one attribute of an entry; left out when they give none. */
  readonly contradiction?: ContradictingValues;
}

/** Two values of an attribute that cannot both be true. */
export interface ContradictingValues {
  readonly name: string;
  /** A key of the table of attributes. */
  readonly attribute: string;
  readonly first: string;
  readonly second: string;
}

export type Rule = (story: CheckedStory) => Contradiction[];

export const isBefore = (one: StoryPoint, other: StoryPoint): boolean =>
  one.chapter < other.chapter || (one.chapter === other.chapter && one.at < other.at);

export const isFlashback = ({ times }: CheckedStory, chapter: number): boolean => times[chapter]?.isFlashback === true;

/** The date that the plan of a chapter has. */
export const storyDateOf = ({ times }: CheckedStory, chapter: number): PartialDate | null =>
  dateOf(times[chapter]?.storyDate ?? '');

export const startOf = ({ chapter, from }: FactPassage): StoryPoint => ({ chapter, at: from });
