import type { Action, ModifiedNoun, PrepositionalPhrase, State, Statements } from './statement-types.ts';
import type { FoundName } from './extract-names.ts';
import type { NounPhrase } from './phrase-types.ts';
import type { TaggedWord } from './tagged-words.ts';

/** A fact before it has a place in the text: `at` is the index of a word of the sentence. */
export interface FactDraft {
  readonly name: FoundName;
  readonly attribute: string;
  readonly value: string;
  readonly at: number;
}

/** A pattern reads the statements of a part of a sentence. */
export type Pattern = (context: PatternContext) => FactDraft[];

export interface EntryState extends State {
  readonly name: FoundName;
}
export interface OwnedNoun extends ModifiedNoun {
  readonly owner: FoundName;
}

/** The statements of a part of a sentence, with the entries that they are about. */
export class PatternContext {
  readonly words: readonly TaggedWord[];
  readonly actions: readonly Action[];
  readonly states: readonly State[];
  readonly nouns: readonly ModifiedNoun[];
  /** States whose subject is an entry, and that hold at the time of the story: not “had been”. */
  readonly described: readonly EntryState[];
  /** Noun phrases that belong to an entry: “her eyes”, “the eyes of Mara”. */
  readonly owned: readonly OwnedNoun[];
  readonly #resolve: (noun: NounPhrase, except: FoundName | null) => FoundName | null;

  constructor(
    words: readonly TaggedWord[],
    { states, actions, nouns }: Statements,
    resolve: (noun: NounPhrase, except: FoundName | null) => FoundName | null,
  ) {
    this.words = words;
    this.actions = actions;
    this.states = states;
    this.nouns = nouns;
    this.#resolve = resolve;
    this.described = states.flatMap((state) => {
      const name = state.verb?.isPerfect ? null : resolve(state.subject, null);
      return name ? [{ ...state, name }] : [];
    });
    this.owned = nouns.flatMap((noun) => {
      const owner = this.ownerOf(noun.noun);
      return owner ? [{ ...noun, owner }] : [];
    });
  }

  resolve(noun: NounPhrase | null | undefined, except: FoundName | null = null): FoundName | null {
    if (!noun) return null;
    // “a man named Tom” is Tom.
    const isNamed = noun.name === null && /^(?:named|called)$/.test(this.words[noun.to]?.lower ?? '');
    return (isNamed ? this.words[noun.to + 1]?.name : null) ?? this.#resolve(noun, except);
  }

  /** Whose a thing is. “no”, “any” and the like own nothing. */
  ownerOf(noun: NounPhrase): FoundName | null {
    if (noun.determiner === 'no' || noun.determiner === 'any') return null;
    // In “her brother Tom” she is not Tom.
    const [next, second] = [this.words[noun.to], this.words[noun.to + 1]];
    const named = next?.name ?? (next?.lower === ',' ? second?.name : null) ?? null;
    return this.resolve(noun.owner, named) ?? (noun.determiner === 'the' && noun.of ? this.resolve(noun.of) : null);
  }

  /** Who does what one of these verbs says. */
  *actionsWithVerb(...lemmas: readonly string[]): Generator<Action & { readonly name: FoundName }> {
    for (const action of this.actions) {
      if (!lemmas.includes(action.verb.lemma)) continue;
      const name = this.resolve(action.subject);
      if (name) yield { ...action, name };
    }
  }
}

export const draft = (
  name: FoundName,
  attribute: string,
  value: string,
  noun: { readonly from: number },
): FactDraft => ({
  name,
  attribute,
  value,
  at: noun.from,
});

/** What follows one of these prepositions. */
export const after = (
  attached: readonly PrepositionalPhrase[],
  ...prepositions: readonly string[]
): NounPhrase | null => attached.find(({ preposition }) => prepositions.includes(preposition))?.noun ?? null;

/** A noun phrase without its article and owner: “ship's carpenter”, “left cheek”. */
export const plainText = ({ modifiers, head }: NounPhrase): string =>
  [...modifiers.map(({ text }) => text), head.text].join(' ').replaceAll(" 's", "'s");

/** The head with the nouns before it, without adjectives: “history teacher”. */
export const compoundText = ({ modifiers, head }: NounPhrase): string => {
  const nouns: string[] = [];
  for (const { pos, lower } of [...modifiers].reverse()) {
    if (pos !== 'NOUN') break;
    nouns.unshift(lower);
  }
  return [...nouns, head.lower].join(' ');
};

/** Numbers and words of a phrase between two word indexes. */
export const textBetween = (words: readonly TaggedWord[], from: number, to: number): string =>
  words
    .slice(from, to)
    .map(({ text }) => text)
    .join(' ')
    .replaceAll(' ,', ',');
