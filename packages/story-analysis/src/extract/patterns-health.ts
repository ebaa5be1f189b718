import * as lists from './fact-words.ts';
import { after, draft, type FactDraft, type Pattern, type PatternContext, plainText } from './pattern-context.ts';
import type { NounPhrase } from './phrase-types.ts';
import { dateAfter } from './patterns-life.ts';
import { lowerAt } from './word-list.ts';

const isPerson = ({ kind }: FactDraft['name']): boolean => kind === 'character' || kind === 'unknown';
const killing = [
  'kill',
  'murder',
  'execute',
  'hang',
  'assassinate',
  'slay',
  'drown',
  'bury',
  'behead',
  'poison',
  'strangle',
];
const certainlyFatal = /^(?:killed|murdered|executed|hanged|assassinated|slain|beheaded|drowned|buried)$/;
const nonDeathFollowers =
  /^(?:tired|drunk|asleep|set|certain|sure|on|to|serious|wrong|right|center|ahead|of|from|weight)$/;

/** “Mara died”, “Mara was dead”, “Mara was killed”, “Tom killed Mara”, “the late Tom”, “Mara's death”. */
const deaths: Pattern = (context) => [
  ...[...context.actionsWithVerb('die', 'perish', 'pass')].flatMap(({ name, verb }) => {
    const next = context.words[verb.to]?.lower;
    if (!isPerson(name) || verb.isPassive || /ing$/.test(verb.main.lower) || (verb.lemma === 'pass' && next !== 'away'))
      return [];
    const date = dateAfter(context, verb.to);
    return [draft(name, 'lifeState', 'dead', verb), ...(date ? [draft(name, 'deathDate', date, verb)] : [])];
  }),
  ...context.states.flatMap(({ subject, adjectives, verb }) => {
    const name = verb?.lemma === 'be' ? context.resolve(subject) : null;
    const word = adjectives[0]?.lower;
    if (!name || !verb || !isPerson(name) || (word !== 'dead' && word !== 'alive')) return [];
    const index = context.words.findIndex((found) => found === adjectives[0]);
    return nonDeathFollowers.test(context.words[index + 1]?.lower ?? '') ? [] : [draft(name, 'lifeState', word, verb)];
  }),
  ...context.actions.flatMap((action) => killed(context, action)),
  ...context.nouns.flatMap(({ noun }) => {
    const isLate = noun.name && noun.determiner === 'the' && noun.modifiers[0]?.lower === 'late';
    return isLate && noun.name && isPerson(noun.name) ? [draft(noun.name, 'lifeState', 'dead', noun)] : [];
  }),
  ...context.owned.flatMap(({ owner, noun }) =>
    /^(?:death|murder|funeral|corpse|grave|murderer|killer)$/.test(noun.head.lower) &&
    noun.modifiers.length === 0 &&
    isPerson(owner) &&
    owner !== null &&
    isNamed(noun)
      ? [draft(owner, 'lifeState', 'dead', noun)]
      : [],
  ),
];

/** “her death” may be to come, “Mara's death” is told. */
const isNamed = ({ owner, of }: NounPhrase): boolean => (owner?.name ?? of?.name ?? null) !== null;

function killed(context: PatternContext, { subject, verb, objects }: PatternContext['actions'][number]): FactDraft[] {
  if (!killing.includes(verb.lemma) || /ing$/.test(verb.main.lower)) return [];
  const isVictim =
    verb.isPassive || (verb.isParticiple && objects.length === 0) || (verb.lemma === 'drown' && objects.length === 0);
  const victim = isVictim
    ? context.resolve(subject)
    : verb.lemma === 'bury' || verb.lemma === 'poison'
      ? null
      : objectOf(context, objects[0]);
  return victim && isPerson(victim) && (!verb.isPassive || certainlyFatal.test(verb.main.lower))
    ? [draft(victim, 'lifeState', 'dead', verb)]
    : [];
}

const objectOf = (context: PatternContext, object: NounPhrase | undefined): FactDraft['name'] | null =>
  object?.name && !object.owner ? context.resolve(object) : null;

/** A kind of thing, not one of them: “bees”, “heights”, “penicillin”, “the dark”. */
function generic(noun: NounPhrase | null): string | null {
  if (!noun || noun.owner || noun.name || /^(?:PRON|PROPN)$/.test(noun.head.pos)) return null;
  if (noun.determiner === 'the' && !/^(?:dark|sea|water|night)$/.test(noun.head.lower)) return null;
  return noun.determiner === '' || noun.determiner === 'the'
    ? plainText(noun) + (noun.of ? ` of ${plainText(noun.of)}` : '')
    : null;
}

const fearful = /^(?:afraid|terrified|frightened|scared)$/;
const vague = /^(?:thing|what|something|nothing|everything|anything|moment|reason|way|time|year|hand|dying)s?$/;

function adjectiveWith(
  context: PatternContext,
  isWord: (lower: string) => boolean,
  preposition: string,
): { readonly name: FactDraft['name']; readonly noun: NounPhrase }[] {
  return context.states.flatMap(({ subject, adjectives, attached, verb }) => {
    const word = adjectives.at(-1);
    const name = word && isWord(word.lower) && !verb?.isPerfect ? context.resolve(subject) : null;
    const noun = after(attached, preposition);
    return name && noun ? [{ name, noun }] : [];
  });
}

function passiveWith(context: PatternContext): { readonly name: FactDraft['name']; readonly noun: NounPhrase }[] {
  return context.actions.flatMap(({ subject, verb, attached }) => {
    const name = fearful.test(verb.main.lower) ? context.resolve(subject) : null;
    const noun = after(attached, 'of');
    return name && noun ? [{ name, noun }] : [];
  });
}

/** “allergic to nuts”, “an allergy to nuts”, “afraid of heights”, “a fear of heights”. */
const weaknesses: Pattern = (context) => [
  ...adjectiveWith(context, (word) => word === 'allergic', 'to').flatMap(({ name, noun }) =>
    valueDraft(name, 'allergy', generic(noun) ?? (noun.determiner ? null : plainText(noun)), noun),
  ),
  ...[...adjectiveWith(context, (word) => fearful.test(word), 'of'), ...passiveWith(context)].flatMap(
    ({ name, noun }) => valueDraft(name, 'fear', vague.test(noun.head.lower) ? null : generic(noun), noun),
  ),
  ...[...context.actionsWithVerb('fear', 'dread')].flatMap(({ name, objects, verb }) =>
    valueDraft(name, 'fear', isPlural(objects[0]) ? generic(objects[0] ?? null) : null, verb),
  ),
  ...context.owned.flatMap(({ owner, noun, attached }) => [
    ...(noun.head.lemma === 'allergy' ? valueDraft(owner, 'allergy', generic(after(attached, 'to')), noun) : []),
    ...(noun.head.lemma === 'fear'
      ? valueDraft(owner, 'fear', isPlural(noun.of ?? undefined) ? generic(noun.of) : null, noun)
      : []),
  ]),
  ...[...context.actionsWithVerb('have', 'suffer')].flatMap(({ name, objects, attached, verb }) => [
    ...objects.flatMap((noun) => [
      ...(noun.head.lemma === 'allergy'
        ? valueDraft(name, 'allergy', generic(after(attached, 'to')) ?? compoundAllergy(noun), noun)
        : []),
      ...(/^(?:fear|terror|phobia|horror)$/.test(noun.head.lemma) && noun.of
        ? valueDraft(name, 'fear', generic(noun.of), noun)
        : []),
    ]),
    ...[...objects, ...attached.filter(({ preposition }) => preposition === 'from').map(({ noun }) => noun)].flatMap(
      (noun) =>
        lists.illnesses.has(noun.head.lower) && !verb.isPassive && !verb.isPerfect
          ? [draft(name, 'illness', noun.head.lower, noun)]
          : [],
    ),
  ]),
];

const compoundAllergy = (noun: NounPhrase): string | null =>
  noun.modifiers.at(-1)?.pos === 'NOUN' ? (noun.modifiers.at(-1)?.text ?? null) : null;
const isPlural = (noun: NounPhrase | undefined): boolean =>
  noun !== undefined && noun.head.lower !== noun.head.lemma && noun.head.lower.endsWith('s');

const valueDraft = (
  name: FactDraft['name'],
  attribute: string,
  value: string | null,
  at: { readonly from: number },
): FactDraft[] => (value === null ? [] : [draft(name, attribute, value, at)]);

/** “He lost his left arm”, “She broke her leg”. */
const injuries: Pattern = (context) =>
  [...context.actionsWithVerb('lose', 'break', 'sprain', 'fracture')].flatMap(({ name, objects, verb }) => {
    const [object] = objects;
    if (
      !object ||
      verb.isPassive ||
      !lists.bodyParts.has(object.head.lemma) ||
      /^(?:face|heart|side|back|head)$/.test(object.head.lemma)
    )
      return [];
    const isOwn = object.owner !== null && object.owner.name === null;
    if (
      !isOwn &&
      !(
        verb.lemma === 'lose' &&
        /^(?:a|an|one|two|three)$/.test(object.determiner || (object.modifiers[0]?.lower ?? ''))
      )
    )
      return [];
    const state = { lose: 'lost', break: 'broken', sprain: 'sprained', fracture: 'fractured' }[verb.lemma] ?? '';
    return [draft(name, 'injury', `${state} ${plainText(object)}`, verb)];
  });

/** “She played the cello”, “He had a dog named Biscuit”, “She drove an old Volvo”. */
const possessions: Pattern = (context) => [
  ...[...context.actionsWithVerb('play')].flatMap(({ name, objects, verb }) =>
    objects.flatMap((noun) =>
      lists.instruments.has(noun.head.lower) && !noun.owner && noun.determiner !== 'a'
        ? [draft(name, 'instrument', noun.head.lower, verb)]
        : [],
    ),
  ),
  ...[...context.actionsWithVerb('have', 'own', 'keep', 'drive')].flatMap(({ name, objects: [object], verb }) => {
    if (!object || verb.isPassive || verb.isPerfect || object.determiner === 'no' || object.owner) return [];
    if (!isPerson(name)) return [];
    const isPet = lists.animals.has(object.head.lemma) && verb.lemma !== 'drive';
    if (isPet) return [draft(name, 'pet', petText(context, object), object)];
    return isVehicle(object, verb.lemma === 'drive') ? [draft(name, 'vehicle', plainText(object), object)] : [];
  }),
  ...context.owned.flatMap(({ owner, noun }) => {
    if (!isPerson(owner) || noun.head.lower !== noun.head.lemma) return [];
    if (lists.animals.has(noun.head.lemma)) return [draft(owner, 'pet', petText(context, noun), noun)];
    return [];
  }),
];

/** “a motorcycle”, and “an old Volvo” that somebody drives; “drove the car” says nothing about the owner. */
function isVehicle({ head, name, determiner }: NounPhrase, isDriven: boolean): boolean {
  if (!isDriven) return lists.vehicles.has(head.lemma);
  const isMake = head.pos === 'PROPN' && (name === null || name.kind === 'unknown' || name.kind === 'object');
  return /^an?$/.test(determiner) && (isMake || lists.vehicles.has(head.lemma));
}

/** “dog”, “dog named Biscuit”. */
function petText({ words }: PatternContext, noun: NounPhrase): string {
  const [first, second] = [words[noun.to], words[noun.to + 1]];
  const isBehind = /^(?:named|called)$/.test(lowerAt(words, noun.to)) || (first?.lower === ',' && noun.owner !== null);
  const name = isBehind ? second : first;
  return name?.pos === 'PROPN' ? `${noun.head.lemma} named ${name.text}` : noun.head.lemma;
}

export const healthPatterns: readonly Pattern[] = [deaths, weaknesses, injuries, possessions];
