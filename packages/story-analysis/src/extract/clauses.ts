import { appositions } from './appositions.ts';
import { lastNoun, readActions } from './actions.ts';
import type { NounPhrase, Phrase } from './phrase-types.ts';
import { prepositionalPhrasesAfter } from './prepositional-phrases.ts';
import type { Action, ModifiedNoun, State, Statements } from './statement-types.ts';
import type { TaggedWord } from './tagged-words.ts';
import { isNonFactualAt } from './non-factual.ts';
import { wordList } from './word-list.ts';

const copulas = wordList('be become remain turn go grow');

export function readStatements(phrases: readonly Phrase[], words: readonly TaggedWord[]): Statements {
  const linked = linkWhose(phrases);
  const isUnreal = isNonFactualAt(linked, words);
  const clauses = readActions(linked).filter(({ verb }) => !isUnreal(verb.from) && !verb.isNegated && !verb.isUnreal);
  const states = [
    ...clauses.filter(({ verb }) => copulas.has(verb.lemma) && !verb.isPassive).map(toState),
    ...appositions(linked).filter(({ subject }) => !isUnreal(subject.from)),
  ];
  return {
    states,
    actions: clauses.filter(({ verb }) => verb.lemma !== 'be'),
    nouns: nounsOf(linked).filter(({ noun }) => !isUnreal(noun.from)),
  };
}

const toState = ({ subject, verb, objects, adjectives, attached }: Action): State => ({
  subject,
  noun: objects[0] ?? null,
  adjectives,
  attached,
  verb,
});

/** Gives “whose eyes” the owner that stands before it. */
function linkWhose(phrases: readonly Phrase[]): Phrase[] {
  const linked: Phrase[] = [];
  for (const phrase of phrases) {
    const antecedent =
      phrase.kind === 'noun' && phrase.owner?.head.lower === 'whose' ? lastNoun(linked, linked.length) : null;
    linked.push(antecedent && phrase.kind === 'noun' ? { ...phrase, owner: antecedent } : phrase);
  }
  return linked;
}

/** All noun phrases, also owners and those behind “of”, with the prepositions that follow. */
function nounsOf(phrases: readonly Phrase[]): ModifiedNoun[] {
  const nouns: ModifiedNoun[] = [];
  for (const [at, phrase] of phrases.entries()) {
    if (phrase.kind !== 'noun') continue;
    const attached = prepositionalPhrasesAfter(phrases, at);
    for (let noun: NounPhrase | null = phrase; noun; noun = noun.of) {
      nouns.push({ noun, attached });
      for (let owner = noun.owner; owner; owner = owner.owner)
        if (owner.head !== noun.head) nouns.push({ noun: owner, attached: [] });
    }
  }
  return nouns;
}
