import type { Place } from './book.ts';
import { ShuffleBag } from './shuffle-bag.ts';
import { type Named, nameOf, type Person, type Thing } from './cast.ts';
import type { Filling } from './fill.ts';
import { type FactPhrases, lifePhrases, looksPhrases } from './phrases/fact-phrases.ts';
import { ageWords, factValues } from './phrases/fact-values.ts';
import { relationPhrases, worldPhrases } from './phrases/relation-phrases.ts';
import type { Scene } from './scene.ts';
import type { KnownFact, StoryPlan } from './story-plan.ts';

const allPhrases = new Map<string, FactPhrases>(
  [...looksPhrases, ...lifePhrases, ...relationPhrases, ...worldPhrases].map((phrases) => [phrases.attribute, phrases]),
);

/** How many of a hundred people have the attribute. */
const frequencies: readonly (readonly [string, number])[] = [
  ['eyes', 80],
  ['hair', 70],
  ['occupation', 70],
  ['height', 30],
  ['scar', 30],
  ['fear', 22],
  ['voice', 20],
  ['instrument', 15],
  ['language', 15],
  ['pet', 15],
  ['build', 20],
  ['allergy', 12],
  ['handedness', 12],
  ['religion', 10],
];

/**
 * Plants facts in a book, and chooses their wording so that every wording of an attribute is used before one is
 * repeated.
 */
export class FactPlanter {
  readonly #plan: StoryPlan;
  readonly #bags = new Map<string, ShuffleBag<string>>();

  constructor(plan: StoryPlan) {
    this.#plan = plan;
  }

  /** Plants a sentence that states the fact. */
  plant(fact: KnownFact, chapter: number, how: 'any' | 'narrated' = 'any', onPlaced?: (place: Place) => void): void {
    const plan = this.#plan;
    plan.plantedPassages.push({
      chapter,
      write: (scene) => {
        const mode = this.#modeOf(fact, how);
        const template = this.#nextPhrase(fact.attribute, mode);
        const text = scene.fill(template, fillingOf(fact, scene, plan.narrator));
        const modality = mode === 'spoken' ? 'spoken' : 'narrated';
        const record = (place: Place) => {
          plan.record({ ...fact, modality }, place);
          onPlaced?.(place);
        };
        return [{ text, onPlaced: record }];
      },
    });
  }

  #modeOf(fact: KnownFact, how: 'any' | 'narrated'): 'narrated' | 'spoken' | 'own' {
    const phrases = phrasesOf(fact.attribute);
    if (fact.entry === this.#plan.narrator && phrases.own.length > 0) return 'own';
    // The narrator cannot look at herself, and a character cannot say that somebody is her own brother by name.
    const isAboutNarrator = fact.entry === this.#plan.narrator || fact.other === this.#plan.narrator;
    if (how === 'narrated' || phrases.spoken.length === 0 || isAboutNarrator) return 'narrated';
    return this.#plan.random.chance(0.2) ? 'spoken' : 'narrated';
  }

  #nextPhrase(attribute: string, mode: 'narrated' | 'spoken' | 'own'): string {
    const key = `${attribute} ${mode}`;
    const bag = this.#bags.get(key) ?? new ShuffleBag(this.#plan.random, phrasesOf(attribute)[mode]);
    this.#bags.set(key, bag);
    return bag.next();
  }
}

const phrasesOf = (attribute: string): FactPhrases => {
  const phrases = allPhrases.get(attribute);
  if (!phrases) throw new Error(`There are no phrases for ${attribute}.`);
  return phrases;
};

/** A person who can speak about the entries of a fact: not one of them, and not the narrator. */
export function pickSpeaker(scene: Scene, narrator: Person | null, ...except: readonly (Named | undefined)[]): Person {
  const candidates = [...scene.others, scene.pov, ...scene.living].filter(
    (person) => person !== narrator && !except.includes(person),
  );
  const [speaker] = candidates;
  if (!speaker) throw new Error('Nobody is there who could speak.');
  return speaker;
}

function fillingOf(fact: KnownFact, scene: Scene, narrator: Person | null): Filling {
  const speaker = pickSpeaker(scene, narrator, fact.entry, fact.other);
  return {
    roles: { A: fact.entry, S: speaker, B: speaker, ...(fact.other ? { V: fact.other } : {}) },
    values: { v: fact.value },
  };
}

/** Gives people, things and places their attributes, and plants each once or twice. */
export function planFacts(plan: StoryPlan, planter: FactPlanter): void {
  const bags = new Map(Object.entries(factValues).map(([key, values]) => [key, new ShuffleBag(plan.random, values)]));
  const nextValue = (attribute: string): string => {
    const bag = bags.get(attribute);
    if (!bag) throw new Error(`There are no values for ${attribute}.`);
    return bag.next();
  };
  const add = (entry: Named, attribute: string, value: string, other?: Named): void => {
    if (!plan.take(entry, attribute)) return;
    const last = plan.lastChapterOf(entry);
    if (last < 0) return;
    const fact: KnownFact = { entry, attribute, value, ...(other ? { other } : {}) };
    planter.plant(fact, plan.random.int(0, last));
    if (plan.random.chance(0.4)) planter.plant(fact, plan.random.int(0, last));
  };
  const withOther = (entry: Named, attribute: string, other: Named) => add(entry, attribute, nameOf(other), other);
  planPeople(plan, nextValue, add, withOther);
  planThings(plan, nextValue, add, withOther);
}

type Add = (entry: Named, attribute: string, value: string, other?: Named) => void;
type AddRelation = (entry: Named, attribute: string, other: Named) => void;

function planPeople(
  plan: StoryPlan,
  nextValue: (attribute: string) => string,
  add: Add,
  addRelation: AddRelation,
): void {
  const { random, cast, narrator } = plan;
  const ages = new ShuffleBag(random, ageWords);
  for (const [at, person] of cast.people.entries()) {
    const isNarrator = person === narrator;
    if (random.chance(isNarrator ? 1 : 0.7)) add(person, 'age', ages.next());
    for (const [attribute, percent] of frequencies) {
      if (isNarrator && phrasesOf(attribute).own.length === 0) continue;
      if (random.next() * 100 < percent) add(person, attribute, nextValue(attribute));
    }
    if (random.chance(0.4)) addRelation(person, 'birthplace', random.pick(cast.towns));
    if (random.chance(0.4)) addRelation(person, 'residence', random.pick(cast.towns));
    if (!isNarrator && random.chance(0.15)) addRelation(person, 'employer', random.pick(cast.groups));
    addFamily(cast.people, at, addRelation);
  }
}

/** Of ten people, two are siblings, two are married, and one has a mother or father among the others. */
function addFamily(people: readonly Person[], at: number, addRelation: AddRelation): void {
  const person = people[at];
  const before = people[at - 1];
  if (!person || !before) return;
  if (at % 10 === 5) addRelation(person, 'sibling', before);
  if (at % 10 === 7) addRelation(person, 'spouse', before);
  if (at % 10 === 9) addRelation(person, before.gender === 'woman' ? 'mother' : 'father', before);
  if (at % 10 === 3 && at > 3) {
    const parent = people[at - 4];
    if (parent) addRelation(person, parent.gender === 'woman' ? 'mother' : 'father', parent);
  }
  if (at % 10 === 2) addRelation(person, before.gender === 'woman' ? 'mother' : 'father', before);
}

function planThings(
  plan: StoryPlan,
  nextValue: (attribute: string) => string,
  add: Add,
  addRelation: AddRelation,
): void {
  const { random, cast } = plan;
  const lasting = cast.people.filter((person) => person !== plan.narrator && !plan.diesInStory(person));
  for (const thing of cast.objects) {
    addRelation(thing, 'owner', random.pick(lasting));
    add(thing, 'colour', nextValue('colour'));
    add(thing, 'material', nextValue('material'));
    if (random.chance(0.5)) add(thing, 'inscription', nextValue('inscription'));
  }
  for (const group of cast.groups) {
    addRelation(group, 'leader', random.pick(lasting));
    addRelation(group, 'headquarters', random.pick(cast.towns));
    add(group, 'founded', nextValue('founded'));
    if (random.chance(0.5)) add(group, 'motto', nextValue('motto'));
  }
  for (const [at, town] of cast.towns.entries()) {
    if (random.chance(0.6)) add(town, 'population', nextValue('population'));
    const next = cast.towns[at + 1];
    if (next && at % 2 === 0) add(town, 'travelTime', nextValue('travelTime'), next);
  }
  for (const site of cast.sites.filter(isBuilding)) add(site, 'storeys', nextValue('storeys'));
}

const isBuilding = ({ name }: Thing): boolean => /(?:House|Hall|Lodge|Mill)$/.test(name);
