import type { NounPhrase, Phrase } from './phrase-types.ts';
import { prepositionalPhrasesAfter } from './prepositional-phrases.ts';
import type { PrepositionalPhrase, State } from './statement-types.ts';
import type { TaggedWord } from './tagged-words.ts';

const isDashOrComma = (phrase: Phrase | undefined): boolean => phrase?.kind === 'mark' && ',—–'.includes(phrase.lower);

const adjectiveState = (subject: NounPhrase, adjectives: readonly TaggedWord[]): State => ({
  subject,
  noun: null,
  adjectives,
  attached: [],
  verb: null,
});
const nounState = (subject: NounPhrase, noun: NounPhrase, attached: readonly PrepositionalPhrase[] = []): State => ({
  subject,
  noun,
  adjectives: [],
  attached,
  verb: null,
});

/** What stands beside a noun phrase without a verb. */
export function appositions(phrases: readonly Phrase[]): State[] {
  const states: (State | null)[] = [];
  for (const [at, phrase] of phrases.entries()) {
    if (phrase.kind !== 'noun') continue;
    if (phrase.name && phrase.modifiers.length > 0) states.push(adjectiveState(phrase, phrase.modifiers));
    states.push(adjacent(phrase, phrases[at + 1]), nameAfterCalled(phrases, at, phrase));
    const comma = at + 1 + 2 * prepositionalPhrasesAfter(phrases, at).length;
    if (isDashOrComma(phrases[comma])) states.push(afterComma(phrases, at, comma, phrase));
  }
  return states.filter((state) => state !== null);
}

/** “a smith named Tom” */
function nameAfterCalled(phrases: readonly Phrase[], at: number, phrase: NounPhrase): State | null {
  const [verb, noun] = [phrases[at + 1], phrases[at + 2]];
  if (phrase.name || verb?.kind !== 'verb' || noun?.kind !== 'noun') return null;
  const isCalled = verb.to - verb.from === 1 && /^(?:called|named)$/.test(verb.main.lower);
  return isCalled && noun.name ? nounState(noun, phrase) : null;
}

/** “her brother Tom”, “the smith Tom”, “Tom the smith” */
function adjacent(left: NounPhrase, right: Phrase | undefined): State | null {
  if (right?.kind !== 'noun') return null;
  if (isDescribing(left) && right.name && isBare(right)) return nounState(right, left);
  return left.name && !right.name && right.determiner === 'the' ? nounState(left, right) : null;
}

const isDescribing = ({ head, owner, determiner }: NounPhrase): boolean =>
  head.name === null && (owner !== null || determiner === 'the');
const isBare = ({ determiner, owner }: NounPhrase): boolean => determiner === '' && owner === null;

function afterComma(phrases: readonly Phrase[], at: number, comma: number, subject: NounPhrase): State | null {
  const second = phrases[comma + 1];
  const isAdjacent = comma === at + 1;
  if (second?.kind === 'adjective')
    return isAdjacent && endsAdjective(phrases[comma + 2]) ? adjectiveState(subject, second.words) : null;
  if (second?.kind !== 'noun') return null;
  const attached = prepositionalPhrasesAfter(phrases, comma + 1);
  const after = phrases[comma + 2 + 2 * attached.length];
  if (!endsApposition(after)) return null;
  if (!subject.name) {
    const isBeforeSubject = at === 0 && after?.kind === 'verb';
    return nameState(subject, second, isBeforeSubject, at === 0 ? prepositionalPhrasesAfter(phrases, at) : attached);
  }
  return isAdjacent && !second.name && isDescription(second, after) ? nounState(subject, second, attached) : null;
}

const nameState = (
  noun: NounPhrase,
  name: NounPhrase,
  isBeforeSubject: boolean,
  attached: readonly PrepositionalPhrase[],
): State | null =>
  name.name && isBare(name) && isOfName(noun, isBeforeSubject) ? nounState(name, noun, attached) : null;

/** “her brother, Tom, …” and “A smith by trade, Tom …” */
const isOfName = (noun: NounPhrase, isBeforeSubject: boolean): boolean =>
  isBeforeSubject || noun.owner !== null || (noun.of?.name ?? null) !== null;

const endsAdjective = (phrase: Phrase | undefined): boolean =>
  phrase === undefined || phrase.kind === 'mark' || phrase.kind === 'preposition';
const endsApposition = (phrase: Phrase | undefined): boolean =>
  phrase === undefined || phrase.kind === 'mark' || phrase.kind === 'relative' || phrase.kind === 'verb';

/** A description has an article or an owner, or says of whom, as in “daughter of Tom”. */
function isDescription(noun: NounPhrase, after: Phrase | undefined): boolean {
  const isSubject = after?.kind === 'verb' && noun.determiner !== '' && !after.isParticiple;
  return !isSubject && (!isBare(noun) || noun.of !== null || noun.modifiers.length > 0);
}
