import type { EntryKind } from '@inkbear/contracts/bible/attributes';
import type { ContinuityRule } from '@inkbear/contracts/bible/finding';

/** A range of a chapter's text, in UTF-16 units; `to` is exclusive. `chapter` is the index in the list of chapters. */
export interface Place {
  readonly chapter: number;
  readonly from: number;
  readonly to: number;
}

export interface BookChapter {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

/** Somebody or something with a name. */
export interface TruthEntry {
  readonly id: string;
  readonly kind: EntryKind;
  readonly name: string;
  /** All forms that occur in the text and name nothing else, the name included if it occurs. */
  readonly forms: readonly string[];
  /** Forms that also name another entry, such as a surname of two people. */
  readonly sharedForms: readonly string[];
  /** The name occurs only once or twice: to find it is right, to miss it is not a mistake. */
  readonly isOptional: boolean;
}

export type Modality = 'narrated' | 'spoken' | 'believed';

/** What a text says about an entry. */
export interface TruthFact {
  readonly entryId: string;
  readonly attribute: string;
  /** For attributes whose values are entries: the name of the other entry. */
  readonly value: string;
  readonly modality: Modality;
  /** Where it is said. Null for a fact that only follows from another one (a brother's brother). */
  readonly place: Place | null;
  /** Facts that are not required may be found or missed. */
  readonly isRequired: boolean;
}

/** A fact that changes, and the sentence that explains it. */
export interface Progression {
  readonly entryId: string;
  readonly attribute: string;
  readonly before: string;
  readonly after: string;
  readonly place: Place;
}

export interface PlantedConflict {
  readonly rule: ContinuityRule;
  readonly entryIds: readonly string[];
  /** The passages that contradict each other, in reading order. */
  readonly places: readonly Place[];
}

export interface PlantedLeftover {
  readonly rule: string;
  readonly place: Place;
}

export const trapKinds = [
  'word-name',
  'simile',
  'lie',
  'negation',
  'question',
  'conditional',
  'flashback',
  'dream',
  'pluperfect',
  'shared-surname',
  'same-first-name',
] as const;
export type TrapKind = (typeof trapKinds)[number];

/** A passage that looks like a fact, a name or a contradiction and is none. */
export interface PlantedTrap {
  readonly kind: TrapKind;
  readonly place: Place;
}

/** What the author has written into the story bible: rules about knowledge and threads need it. */
export interface ConfirmedFact {
  readonly entryId: string;
  readonly attribute: string;
  readonly value: string;
  readonly since: { readonly chapter: number; readonly at: number };
  readonly until: { readonly chapter: number; readonly at: number } | null;
  readonly knownBy: readonly string[] | null;
}

/** The plan of the chapter that is written next, and the fact that a writer has to know for it. */
export interface NextChapterPlan {
  readonly title: string;
  readonly description: string;
  readonly keyPoints: readonly string[];
  /** Two requests about the same plan, one after the other. */
  readonly requests: readonly [string, string];
  readonly needs: TruthFact;
}

export interface GeneratedBook {
  readonly seed: number;
  readonly title: string;
  readonly synopsis: string;
  readonly outline: string;
  readonly style: {
    readonly person: 'first' | 'third';
    readonly povEntryIds: readonly string[];
    readonly tense: 'past';
  };
  readonly chapters: readonly BookChapter[];
  readonly entries: readonly TruthEntry[];
  readonly facts: readonly TruthFact[];
  readonly progressions: readonly Progression[];
  readonly conflicts: readonly PlantedConflict[];
  readonly leftovers: readonly PlantedLeftover[];
  readonly traps: readonly PlantedTrap[];
  readonly confirmed: readonly ConfirmedFact[];
  readonly plans: readonly NextChapterPlan[];
}
