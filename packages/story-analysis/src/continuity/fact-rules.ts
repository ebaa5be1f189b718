import type { FoundFact } from '../extract/extract-facts.ts';
import type { TaggedSentence, TaggedWord } from '../extract/tagged-words.ts';
import { areSameValues } from '../extract/normalise-values.ts';
import { valueWords } from '../extract/value-numbers.ts';
import { wordList, wordMap } from '../extract/word-list.ts';
import {
  type CheckedStory,
  type ComparedAttribute,
  type Contradiction,
  type ConfirmedFact,
  isBefore,
  isFlashback,
  type Rule,
  startOf,
} from './checked-story.ts';
import { sentencesOf } from './sentences.ts';

/** Attributes that have a rule of their own, or whose values depend on the moment. */
const otherRules = wordList('owner travelTime lifeState age birthYear birthDate location other');

/** Two values of an attribute that has one, such as grey and green eyes. */
export const attributeConflictRule: Rule = (story) =>
  disagreements(story, ({ key, values, change }) => values === 'one' && change !== 'free' && !otherRules.has(key)).map(
    ({ fact, other, attribute }): Contradiction => ({
      rule: 'attribute-conflict',
      severity: attribute.change === 'never' ? 'error' : 'warning',
      text: `${fact.name} (${wordsOfKey(attribute.key)}): “${fact.value}” here, “${other.value}” there.`,
      names: [fact.name],
      places: [fact.place, other.place],
      contradiction: { name: fact.name, attribute: attribute.key, first: fact.value, second: other.value },
    }),
  );

/** `birthDate` is “birth date”. */
const wordsOfKey = (key: string): string => key.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** A thing that belongs to one person and then to another one, and nobody gave it away. */
export const twoOwnersRule: Rule = (story) =>
  disagreements(story, ({ key }) => key === 'owner').map(({ fact, other }): Contradiction => ({
    rule: 'two-owners',
    severity: 'warning',
    text: `${fact.name} belongs to ${fact.value} here and to ${other.value} there.`,
    names: [fact.name, fact.value, other.value],
    places: [fact.place, other.place],
  }));

/** Two durations of one journey, in either direction. */
export const journeyDurationRule: Rule = ({ facts, attributes }) => {
  const attribute = attributes.find(({ key }) => key === 'travelTime');
  if (!attribute) return [];
  const journeys = facts.flatMap((fact) => {
    const to = fact.attribute === 'travelTime' && isNarratedFact(fact) ? fact.value.lastIndexOf(' to ') : -1;
    if (to < 0) return [];
    const ends = [fact.name, fact.value.slice(to + 4)].toSorted();
    return [{ fact, ends, duration: fact.value.slice(0, to) }];
  });
  return [...Map.groupBy(journeys, ({ ends }) => JSON.stringify(ends)).values()].flatMap(([first, ...others]) => {
    const other = first && others.find(({ duration }) => !areSameValues('duration', first.duration, duration));
    if (!first || !other) return [];
    const found: Contradiction = {
      rule: 'journey-duration',
      severity: 'warning',
      text: `${first.ends.join(' to ')}: “${first.duration}” here, “${other.duration}” there.`,
      names: first.ends,
      places: [first.fact.place, other.fact.place],
    };
    return [found];
  });
};

const isNarratedFact = ({ modality }: FoundFact): boolean => modality === 'narrated';

interface Disagreement {
  readonly fact: FoundFact;
  readonly other: FoundFact;
  readonly attribute: ComparedAttribute;
}

/**
 * The narrated facts that have another value than the fact before them, unless the text tells the change, or the author
 * has decided it.
 */
function disagreements(story: CheckedStory, isCompared: (attribute: ComparedAttribute) => boolean): Disagreement[] {
  const attributes = new Map(story.attributes.filter(isCompared).map((attribute) => [attribute.key, attribute]));
  const compared = story.facts.filter((fact) => {
    const attribute = isNarratedFact(fact) ? attributes.get(fact.attribute) : undefined;
    // In a flashback, what may change had its earlier value.
    return attribute !== undefined && (attribute.change === 'never' || !isFlashback(story, fact.place.chapter));
  });
  const changes = new NarratedChanges(story);
  return [...Map.groupBy(compared, ({ name, attribute }) => JSON.stringify([name, attribute])).values()].flatMap(
    (facts) => {
      const attribute = attributes.get(facts[0]?.attribute ?? '');
      return attribute ? disagreementsOf(facts, attribute, { changes, confirmedFacts: story.confirmedFacts }) : [];
    },
  );
}

function disagreementsOf(
  [first, ...others]: readonly FoundFact[],
  attribute: ComparedAttribute,
  { changes, confirmedFacts }: { readonly changes: NarratedChanges; readonly confirmedFacts: readonly ConfirmedFact[] },
): Disagreement[] {
  if (!first) return [];
  const found: Disagreement[] = [];
  let fact = first;
  for (const other of others) {
    const isKnown = found.some((known) => isSame(attribute, known.other.value, other.value));
    if (isKnown || isSame(attribute, fact.value, other.value)) continue;
    const isExplained = attribute.change === 'explained' && changes.isNarrated(fact, other);
    if (isExplained || isIntended(confirmedFacts, attribute, [fact, other])) fact = other;
    else found.push({ fact, other, attribute });
  }
  return found;
}

/** Whether the author has written down that the later value begins between the two facts, and nothing else is valid. */
function isIntended(
  confirmedFacts: readonly ConfirmedFact[],
  attribute: ComparedAttribute,
  [fact, other]: readonly [FoundFact, FoundFact],
): boolean {
  const [before, at] = [startOf(fact.place), startOf(other.place)];
  const valid = confirmedFacts.filter(
    ({ name, attribute: key, since, until }) =>
      name === other.name && key === attribute.key && !isBefore(at, since) && (until === null || isBefore(at, until)),
  );
  return (
    valid.some(({ since }) => isBefore(before, since)) &&
    valid.every(({ value }) => isSame(attribute, value, other.value))
  );
}

function isSame({ normaliser }: ComparedAttribute, one: string, other: string): boolean {
  if (areSameValues(normaliser, one, other)) return true;
  // A “village blacksmith” is a blacksmith.
  return normaliser === 'text' && (containsWords(one, other) || containsWords(other, one));
}

const containsWords = (all: string, some: string): boolean => {
  const words = new Set(valueWords(all));
  return valueWords(some).every((word) => words.has(word));
};

const changing = wordList(
  'become turn dye bleach change move settle leave give sell buy inherit lose grow shave cut quit resign retire marry divorce promote appoint hire dismiss pass hand lend steal win trade exchange swap replace take begin start',
);
const changed = wordList('now today longer anymore formerly instead gone');
/** By attribute: nouns that show what a sentence is about when it names neither of the values. */
const subjects = wordMap({
  hair: wordList('hair beard head'),
  occupation: wordList('work trade job post shop business'),
  residence: wordList('home house rooms lodgings flat'),
  build: wordList('weight flesh'),
});

/** The sentences of a story that say that a value changed. */
class NarratedChanges {
  readonly #story: CheckedStory;
  #byName: ReadonlyMap<string, readonly ChangeSentence[]> | undefined;

  constructor(story: CheckedStory) {
    this.#story = story;
  }

  /** Whether the text says, between two facts or at the second one, that the first value ended. */
  isNarrated(before: FoundFact, after: FoundFact): boolean {
    this.#byName ??= indexChanges(this.#story);
    const changeSentences = this.#byName.get(before.name) ?? [];
    return changeSentences.some(({ chapter, sentences }) => {
      const point = { chapter, at: sentences[0]?.from ?? 0 };
      const [start, end] = [startOf(before.place), startOf(after.place)];
      if (isBefore(point, start) || isBefore(end, point)) return false;
      // A sentence at the first value must name the second value, too.
      return isBefore(start, point) ? isAbout(sentences, before, after) : namesValue(sentences, after);
    });
  }
}

/** A sentence that names somebody, with the next one of the paragraph. */
interface ChangeSentence {
  readonly chapter: number;
  readonly sentences: readonly TaggedSentence[];
}

function indexChanges({ chapters }: CheckedStory): Map<string, ChangeSentence[]> {
  const byName = new Map<string, ChangeSentence[]>();
  for (const { chapter, index, sentence } of sentencesOf(chapters)) {
    const next = chapters[chapter]?.[index + 1];
    const sentences = next?.paragraph === sentence.paragraph ? [sentence, next] : [sentence];
    if (!sentences.some(({ words }) => words.some(describesChange))) continue;
    const names = new Set(sentence.words.flatMap(({ name }) => name?.name ?? []));
    for (const name of names) {
      const changeSentences = byName.get(name) ?? [];
      byName.set(name, changeSentences);
      changeSentences.push({ chapter, sentences });
    }
  }
  return byName;
}

/** The tagger reads some participles, such as “dyed”, as other words. */
const describesChange = ({ lemma, lower }: TaggedWord): boolean =>
  changed.has(lower) || [lemma, lower.replace(/d$/, ''), lower.replace(/ed$/, '')].some((form) => changing.has(form));

/** Whether sentences name one of the values, or what they are values of. */
function isAbout(sentences: readonly TaggedSentence[], before: FoundFact, after: FoundFact): boolean {
  const nouns = subjects.get(before.attribute);
  const namesSubject = nouns && sentences.some(({ words }) => words.some(({ lower }) => nouns.has(lower)));
  return namesSubject === true || namesValue(sentences, before) || namesValue(sentences, after);
}

function namesValue(sentences: readonly TaggedSentence[], { value }: FoundFact): boolean {
  const words = sentences.flatMap((sentence) => sentence.words);
  const lowers = new Set(words.map(({ lower }) => lower));
  return words.some(({ name }) => name?.name === value) || valueWords(value).every((word) => lowers.has(word));
}
