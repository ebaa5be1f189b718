import { leaders, materialAdjectives, materials, placeNouns } from './fact-words.ts';
import { isColour } from './normalise-values.ts';
import { after, draft, type FactDraft, type Pattern, type PatternContext, textBetween } from './pattern-context.ts';
import { dateAfter } from './patterns-life.ts';
import type { NounPhrase } from './phrase-types.ts';
import { readNumber } from './value-numbers.ts';
import { lowerAt } from './word-list.ts';

type Name = FactDraft['name'];
const isPerson = ({ kind }: Name): boolean => kind === 'character' || kind === 'unknown';
const isThing = ({ kind }: Name): boolean => kind !== 'character' && kind !== 'event';
/** “The Kestrel belonged to Mara”, “Mara owned the Kestrel”, “was owned by Mara”. */
const owning: Pattern = (context) =>
  context.actions.flatMap(({ subject, verb, objects, attached }) => {
    if (verb.isPerfect) return [];
    const name = context.resolve(subject);
    if (verb.lemma === 'belong') return belonging(name, context.resolve(after(attached, 'to')), verb);
    if (!/^(?:own|possess)$/.test(verb.lemma)) return [];
    const isPassive = verb.isPassive || (verb.isParticiple && verb.main.lower === 'owned');
    return isPassive
      ? ownership(name, context.resolve(after(attached, 'by')), verb)
      : ownership(context.resolve(objects[0]), name, verb);
  });

/** People belong to groups, things to people. */
function belonging(name: Name | null, owner: Name | null, at: { readonly from: number }): FactDraft[] {
  return owner?.kind === 'group' && name && isPerson(name)
    ? membership(owner, 'member', name, at)
    : ownership(name, owner, at);
}

function ownership(thing: Name | null, owner: Name | null, at: { readonly from: number }): FactDraft[] {
  return thing && owner && thing !== owner && isThing(thing) ? [draft(thing, 'owner', owner.name, at)] : [];
}

/** “Dawnbringer was Mara's sword”, “Mara's sword, Dawnbringer,”, “Mara was the owner of the Kestrel”. */
const ownedThings: Pattern = (context) =>
  context.states.flatMap(({ subject, noun, verb }) => {
    if (!noun || verb?.isPerfect) return [];
    const name = context.resolve(subject);
    if (/^(?:owner|landlord|landlady|proprietor)$/.test(noun.head.lemma))
      return ownership(groupOf(context, noun), name, noun);
    const [thing, owned] = name ? [name, noun] : [noun.name, subject];
    const owner = context.ownerOf(owned);
    const isPossession = thing?.kind === 'object' && owner !== null && isPerson(owner) && !isPersonal(owned);
    return isPossession ? ownership(thing, owner, noun) : [];
  });

const isPersonal = ({ head }: NounPhrase): boolean => /^(?:name|gift|work|invention|enemy|end|idea)$/.test(head.lower);

const making = /^(?:make|forge|build|carve|cast|cut|weave|craft|hammer|hew|construct|fashion)$/;

/** “Dawnbringer was forged of black steel” */
const makings: Pattern = (context) =>
  context.actions.flatMap(({ subject, verb, attached }) => {
    const isMade = making.test(verb.lemma) && (verb.isPassive || verb.isParticiple);
    const name = isMade ? context.resolve(subject) : null;
    return name && isThing(name) ? materialOf(name, after(attached, 'of', 'from', 'in')) : [];
  });

/** “Dawnbringer was black”, “a blade of steel”, “a wooden ship” */
const substances: Pattern = (context) =>
  context.described.flatMap(({ name, noun, adjectives, verb, subject }) => {
    if (!isThing(name) || (name.kind === 'unknown' && !verb)) return [];
    const modifiers = noun && !noun.owner ? noun.modifiers.map(({ lower }) => lower) : [];
    const words = [...adjectives.map(({ lower }) => lower), ...modifiers];
    const colours = /^(?:object|place)$/.test(name.kind) ? words.filter(isThingColour) : [];
    const made = modifiers.find((word) => materials.has(word));
    const material = made ?? materialAdjectives.get(words.find((word) => materialAdjectives.has(word)) ?? '');
    return [
      ...(colours.length > 0 ? [draft(name, 'colour', colours.join(' and '), subject)] : []),
      ...(material ? [draft(name, 'material', material, subject)] : []),
      ...materialOf(name, noun ? noun.of : null),
    ];
  });

const isThingColour = (word: string): boolean => isColour(word) && word !== 'dark' && word !== 'bright';

const materialOf = (name: Name, noun: NounPhrase | null): FactDraft[] =>
  noun && materials.has(noun.head.lower) && noun.determiner === ''
    ? [draft(name, 'material', noun.head.lower, noun)]
    : [];

/** “Harrow is a village in Kent”, “Harrow lay in Kent”, “the capital of Kent”, “part of Kent”. */
const regions: Pattern = (context) => [
  ...context.described.flatMap(({ name, noun, attached }) => {
    if (!noun || !placeNouns.has(noun.head.lemma) || name.kind === 'character') return [];
    const region = context.resolve(noun.of ?? after(attached, 'in', 'on'));
    return region && region !== name && region.kind !== 'character' ? [draft(name, 'partOf', region.name, noun)] : [];
  }),
  ...[...context.actionsWithVerb('lie', 'stand', 'be', 'locate', 'situate', 'nestle', 'sit')].flatMap(
    ({ name, attached, verb }) => {
      const region = after(attached, 'in')?.name;
      return name.kind === 'place' && region && region.kind === 'place' && region !== name
        ? [draft(name, 'partOf', region.name, verb)]
        : [];
    },
  ),
  ...[...context.actionsWithVerb('stand', 'be', 'lie', 'live')].flatMap(({ name, verb }) => {
    const address = verb.lemma === 'live' || name.kind === 'character' ? null : addressAt(context, verb.to);
    return address ? [draft(name, 'address', address, verb)] : [];
  }),
  ...context.states.flatMap(({ subject, verb }) => {
    const name = verb ? context.resolve(subject) : null;
    const address = name && name.kind !== 'character' && verb ? addressAt(context, verb.to) : null;
    return name && address && verb ? [draft(name, 'address', address, verb)] : [];
  }),
];

/** “at 12 Mill Street”, “at number twelve, Mill Street”. */
function addressAt({ words }: PatternContext, from: number): string | null {
  if (lowerAt(words, from) !== 'at') return null;
  const start = /^(?:number|no)$/.test(lowerAt(words, from + 1)) ? from + 2 : from + 1;
  if (!readNumber(lowerAt(words, start).split('-'))) return null;
  const street = /^[,.]$/.test(lowerAt(words, start + 1)) ? start + 2 : start + 1;
  return words[street]?.pos === 'PROPN' ? `${words[start]?.text ?? ''} ${streetText(words, street)}` : null;
}

function streetText(words: PatternContext['words'], from: number): string {
  let end = from + 1;
  while (words[end]?.pos === 'PROPN') end += 1;
  return textBetween(words, from, end);
}

/** “Mara led the Order”, “the Order was led by Mara”, “Mara joined the Order”. */
const leading: Pattern = (context) =>
  context.actions.flatMap(({ subject, verb, objects, attached }) => {
    const isLead = /^(?:lead|head|command|run|rule)$/.test(verb.lemma);
    if (verb.isPerfect || (!isLead && verb.lemma !== 'join')) return [];
    const isPassive = verb.isPassive || (verb.isParticiple && verb.main.lower === 'led');
    const person = context.resolve(isPassive ? after(attached, 'by') : subject);
    const group = context.resolve(isPassive ? subject : objects[0]);
    return membership(group, isLead ? 'leader' : 'member', person, verb);
  });

/** “Mara, leader of the Order,”, “the Order's leader was Mara”, “Mara was a member of the Order”. */
const members: Pattern = (context) =>
  context.states.flatMap(({ subject, noun, verb }) => {
    if (!noun || verb?.isPerfect) return [];
    const name = context.resolve(subject);
    if (name) return membership(groupOf(context, noun), roleOf(noun), name, noun);
    return leaders.has(subject.head.lemma)
      ? membership(groupOf(context, subject), 'leader', context.resolve(noun), noun)
      : [];
  });

const groupOf = (context: PatternContext, noun: NounPhrase): Name | null =>
  context.ownerOf(noun) ?? context.resolve(noun.of);

const memberNouns = /^(?:member|knight|brother|sister|initiate|recruit|founder)$/;
const roleOf = ({ head }: NounPhrase): string | null =>
  leaders.has(head.lemma) ? 'leader' : memberNouns.test(head.lemma) ? 'member' : null;

function membership(
  group: Name | null,
  role: string | null,
  person: Name | null,
  at: { readonly from: number },
): FactDraft[] {
  if (!group || !role || !person || group === person) return [];
  return isGroup(group) && isPerson(person) ? [draft(group, role, person.name, at)] : [];
}

const isGroup = ({ kind }: Name): boolean => kind === 'group';

/** “The Order was founded in 1802”, “was based in Harrow”; “Harrow had a population of 900”. */
const foundations: Pattern = (context) => [
  ...context.actions.flatMap(({ subject, verb, attached, objects }) => {
    const name = context.resolve(subject);
    if (!name || isPersonKind(name)) return [];
    const isFounded = /^(?:found|establish|build|form|create|find)$/.test(verb.lemma) && verb.isPassive;
    const date = isFounded && verb.main.lower !== 'found' ? dateAfter(context, verb.to) : null;
    const base = /^(?:base|headquarter)$/.test(verb.lemma) ? after(attached, 'in', 'at')?.name : null;
    const count = objects.find(({ head }) => /^(?:population|inhabitant|soul|storey|story|floor)$/.test(head.lemma));
    return [
      ...(date ? [draft(name, 'founded', date, verb)] : []),
      ...(base ? [draft(name, 'headquarters', base.name, verb)] : []),
      ...(count && verb.lemma === 'have' && name.kind !== 'group' ? counted(context, name, count) : []),
    ];
  }),
];

const isPersonKind = ({ kind }: Name): boolean => kind === 'character';

function counted(context: PatternContext, name: Name, noun: NounPhrase): FactDraft[] {
  const isStoreys = /^(?:storey|story|floor)$/.test(noun.head.lemma);
  const from = noun.of && noun.head.lemma === 'population' ? noun.of.from : noun.from;
  const words = context.words.slice(from, noun.to).flatMap(({ lower }) => lower.split('-'));
  const read = readNumber(words);
  return read ? [draft(name, isStoreys ? 'storeys' : 'population', String(read.value), noun)] : [];
}

/** “Mara was in Harrow.” */
const locations: Pattern = (context) =>
  context.states.flatMap(({ subject, verb, noun, adjectives, attached: [first] }) => {
    if (verb?.lemma !== 'be' || verb.isPerfect || noun || adjectives.length > 0 || !first) return [];
    const place = /^(?:in|at)$/.test(first.preposition) ? placeAlone(first.noun) : null;
    const name = context.resolve(subject);
    const isMovable = name?.kind === 'character' || name?.kind === 'object';
    return name && isMovable && place ? [draft(name, 'location', place.name, verb)] : [];
  });

/** “Harrow”, but not “the streets of Harrow”. */
const placeAlone = ({ name, from, to }: NounPhrase): Name | null =>
  name?.kind === 'place' && to - from <= 2 ? name : null;

export const thingPatterns: readonly Pattern[] = [
  owning,
  ownedThings,
  makings,
  substances,
  regions,
  leading,
  members,
  foundations,
  locations,
];
