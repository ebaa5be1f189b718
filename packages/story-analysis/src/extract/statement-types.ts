import type { NounPhrase, VerbGroup } from './phrase-types.ts';
import type { TaggedWord } from './tagged-words.ts';

export interface PrepositionalPhrase {
  readonly preposition: string;
  readonly noun: NounPhrase;
}

/** What is said of a subject: “Mara is tall”, “Mara, a tall woman from Harrow,”, “the smith Tom”, “green-eyed Mara”. */
export interface State {
  readonly subject: NounPhrase;
  readonly noun: NounPhrase | null;
  readonly adjectives: readonly TaggedWord[];
  readonly attached: readonly PrepositionalPhrase[];
  /** Null when it is said without a verb. */
  readonly verb: VerbGroup | null;
}
/** What a subject does. */
export interface Action {
  readonly subject: NounPhrase;
  readonly verb: VerbGroup;
  readonly objects: readonly NounPhrase[];
  readonly adjectives: readonly TaggedWord[];
  readonly attached: readonly PrepositionalPhrase[];
}
/** A noun phrase, with what follows it directly. */
export interface ModifiedNoun {
  readonly noun: NounPhrase;
  readonly attached: readonly PrepositionalPhrase[];
}

/** The statements of a part of a sentence. Questions, conditions, similes and the like are left out. */
export interface Statements {
  readonly states: readonly State[];
  readonly actions: readonly Action[];
  readonly nouns: readonly ModifiedNoun[];
}
