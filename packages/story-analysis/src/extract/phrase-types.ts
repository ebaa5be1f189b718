import type { FoundName } from './extract-names.ts';
import type { TaggedWord } from './tagged-words.ts';

/** “her elder brother”, “Mara's sword”, “the leader of the Order”. `from` and `to` are indexes of words. */
export interface NounPhrase {
  readonly kind: 'noun';
  readonly from: number;
  readonly to: number;
  /** “a”, “the”, “no” …, in lower case; empty when there is none. */
  readonly determiner: string;
  /** Whose it is: before “'s”, or a pronoun such as “her”. */
  readonly owner: NounPhrase | null;
  /** What stands between determiner and head. */
  readonly modifiers: readonly TaggedWord[];
  readonly head: TaggedWord;
  readonly name: FoundName | null;
  /** The phrase after “of”. */
  readonly of: NounPhrase | null;
}
/** “had never lived”, “was born”, “is”. */
export interface VerbGroup {
  readonly kind: 'verb';
  readonly from: number;
  readonly to: number;
  readonly lemma: string;
  readonly main: TaggedWord;
  readonly isNegated: boolean;
  /** Would, could, might, used to, “to live”, “almost”. */
  readonly isUnreal: boolean;
  readonly isPerfect: boolean;
  readonly isPassive: boolean;
  /** A participle without a form of “be” or “have”: “born in Harrow”, “living in”. */
  readonly isParticiple: boolean;
}
/** Adjectives after a verb or a comma: “tall and thin”. */
export interface AdjectivePhrase {
  readonly kind: 'adjective';
  readonly from: number;
  readonly to: number;
  readonly words: readonly TaggedWord[];
}
export interface Single {
  readonly kind: 'preposition' | 'relative' | 'conjunction' | 'mark' | 'adverb' | 'other';
  readonly from: number;
  readonly to: number;
  readonly lower: string;
}
export type Phrase = NounPhrase | VerbGroup | AdjectivePhrase | Single;
