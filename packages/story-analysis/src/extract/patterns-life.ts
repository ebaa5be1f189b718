import * as lists from './fact-words.ts';
import { isOccupation } from './occupations.ts';
import {
  after,
  compoundText,
  draft,
  type EntryState,
  type FactDraft,
  type Pattern,
  type PatternContext,
  plainText,
  textBetween,
} from './pattern-context.ts';
import { rankOfAbbreviation, ranks } from './name-words.ts';
import type { NounPhrase } from './phrase-types.ts';
import type { TaggedWord } from './tagged-words.ts';
import { lowerAt } from './word-list.ts';
import { numberOf, readNumber } from './value-numbers.ts';
import { dateOf } from './value-times.ts';

const lowerWords = ({ words }: PatternContext, from: number, count: number): string[] =>
  words.slice(from, from + count).map(({ lower }) => lower);
const maxAge = 120;
/** What may follow a number that is an age: not “thirty miles”. */
const endsAge = /^(?:$|[.,;:!?—–…]|years?|and|but|now|then|that|this|old|in|on|at|last|next)$/;

/** The age that begins at a word: “thirty-one”, “thirty-one years old”, but not “thirty miles”. */
function ageAt(context: PatternContext, from: number): string | null {
  const start = lowerAt(context.words, from) === 'aged' ? from + 1 : from;
  const words = lowerWords(context, start, 6).flatMap((word, at) => (at === 0 ? word.split('-') : [word]));
  const read = readNumber(words);
  if (!read || read.value < 1 || read.value > maxAge) return null;
  return isAge(words.slice(read.end), read.value) ? words.slice(0, read.end).join(read.end === 2 ? '-' : ' ') : null;
}

/** Whether what follows a number lets it be an age: “in” and “at” follow a number of things, too. */
function isAge([next = '', unit = '']: readonly string[], value: number): boolean {
  if (!endsAge.test(next)) return false;
  if (/^years?$/.test(next)) return unit === 'old' || unit === 'of';
  return value >= 5 || !/^(?:in|at|on)$/.test(next);
}

/** “Mara was thirty”, “Mara, aged thirty,”, “a girl of twelve”, “thirty-year-old Mara”, “Mara turned thirty”. */
const ages: Pattern = (context) => [
  ...context.described.flatMap((state) => agesOfState(context, state)),
  ...context.nouns.flatMap(({ noun }) =>
    noun.name && noun.name.kind !== 'place' && noun.owner === null ? agesAfterName(context, noun) : [],
  ),
  ...[...context.actionsWithVerb('turn')].flatMap(({ name, verb }) => ageDraft(name, ageAt(context, verb.to), verb)),
  ...[...context.actionsWithVerb('celebrate')].flatMap(({ name, objects }) => birthday(name, objects[0])),
];

const ageDraft = (name: FactDraft['name'], age: string | null, at: { readonly from: number }): FactDraft[] =>
  age === null ? [] : [draft(name, 'age', age, at)];

function agesOfState(context: PatternContext, state: EntryState): FactDraft[] {
  const { name, verb, noun, subject } = state;
  if (!/^(?:character|unknown|object)$/.test(name.kind) || isThen(context, subject)) return [];
  const statedAge = verb && verb.lemma !== 'turn' ? ageAt(context, verb.to) : null;
  if (verb && statedAge !== null) return ageDraft(name, statedAge, verb);
  const years = noun && isPersonWord(noun) ? yearsOf(noun.of) : null;
  if (noun && years !== null) return ageDraft(name, years, noun);
  const compound = describingWords(state)
    .map(({ lower }) => /^(.{2,20})-years?-old$/.exec(lower)?.[1])
    .find((found) => found !== undefined);
  return compound !== undefined && numberOf(compound) !== null ? ageDraft(name, compound, subject) : [];
}

const describingWords = ({ adjectives, noun, subject }: EntryState): readonly TaggedWord[] => [
  ...adjectives,
  ...(noun ? noun.modifiers : []),
  ...(subject.name ? subject.modifiers : []),
];

/** “twelve” in “a girl of twelve”. */
function yearsOf(noun: NounPhrase | null): string | null {
  if (noun?.head.pos !== 'NUM') return null;
  const text = plainText(noun);
  return (numberOf(text) ?? maxAge) < maxAge ? text : null;
}

/** “when Mara was ten”: not the age at the time of the story. */
const isThen = ({ words }: PatternContext, subject: NounPhrase): boolean =>
  /^(?:when|while|since|until|till|before|after|once|as|time)$/.test(words[subject.from - 1]?.lower ?? '');

const isPersonWord = ({ head }: NounPhrase): boolean =>
  /^(?:man|woman|boy|girl|child|lad|lady|youth|widow|widower|bachelor|spinster)$/.test(head.lemma) ||
  isOccupation(head.lemma);

/** “Mara, thirty-one, …” and “Mara, aged thirty-one, …” */
function agesAfterName(context: PatternContext, noun: NounPhrase): FactDraft[] {
  const [comma, word] = lowerWords(context, noun.to, 2);
  if (comma !== ',' || !noun.name || word === undefined) return [];
  const age = ageAt(context, noun.to + 1);
  const length = (word === 'aged' ? 1 : 0) + (age?.split(' ').length ?? 0);
  const next = context.words[noun.to + 1 + length]?.lower ?? '';
  // “Marsh, four.” is a line of a list.
  if (word !== 'aged' && !context.words.some(({ pos }) => pos === 'VERB' || pos === 'AUX')) return [];
  return age !== null && /^(?:[,.;]|years)$/.test(next) ? ageDraft(noun.name, age, noun) : [];
}

function birthday(name: FactDraft['name'], object: NounPhrase | undefined): FactDraft[] {
  if (object?.head.lemma !== 'birthday' || !object.owner || object.owner.name) return [];
  const ordinal = object.modifiers.at(-1)?.lower ?? '';
  return /(?:th|st|nd|rd)$|first|second|third/.test(ordinal) && numberOf(ordinal) !== null
    ? [draft(name, 'age', String(numberOf(ordinal)), object)]
    : [];
}

/** The part of the words after a verb that is a date: “on 4 March 1911”, “in the spring of 1802”. */
export function dateAfter(context: PatternContext, from: number): string | null {
  for (let at = from; at < Math.min(from + 14, context.words.length); at += 1) {
    const { lower, pos } = context.words[at] as (typeof context.words)[number];
    if (/^[;:.!?]$/.test(lower) || (pos === 'VERB' && at > from)) return null;
    if (lower !== 'on' && lower !== 'in') continue;
    const end = endOfDate(context, at + 1);
    const text = textBetween(context.words, context.words[at + 1]?.lower === 'the' ? at + 2 : at + 1, end);
    const date = dateOf(text);
    if (date && (date.month !== null || (date.year !== null && date.year >= 100))) return text;
  }
  return null;
}

const dateWord =
  /^(?:the|of|,|early|late|spring|summer|autumn|fall|winter|year|day|january|february|march|april|may|june|july|august|september|october|november|december|\d+(?:st|nd|rd|th)?|and)$/;
function endOfDate(context: PatternContext, from: number): number {
  let at = from;
  for (; at < from + 8; at += 1) {
    const lower = context.words[at]?.lower ?? '';
    if (!dateWord.test(lower) && readNumber(lower.split('-')) === null) break;
  }
  while (at > from && /^(?:,|the|of|and)$/.test(context.words[at - 1]?.lower ?? '')) at -= 1;
  return at;
}

/** “Mara was born in Harrow in 1802”, “born in Harrow”, “a native of Harrow”, “came from Harrow”. */
const births: Pattern = (context) => {
  const born = context.actions.flatMap(({ subject, verb, attached }) => {
    const name = verb.main.lower === 'born' ? context.resolve(subject) : null;
    if (!name) return [];
    const place = attached
      .map(({ preposition, noun }) => (/^(?:in|at|on)$/.test(preposition) ? placeOf(noun) : null))
      .find((found) => found !== null);
    const date = dateAfter(context, verb.to);
    const year = date && dateOf(date)?.year;
    return [
      ...(place ? [draft(name, 'birthplace', place.name, verb)] : []),
      ...(date && dateOf(date)?.month ? [draft(name, 'birthDate', date, verb)] : []),
      ...(year ? [draft(name, 'birthYear', String(year), verb)] : []),
    ];
  });
  const native = context.described.flatMap(({ name, noun }) =>
    noun?.head.lemma === 'native' && noun.of?.name ? [draft(name, 'birthplace', noun.of.name.name, noun)] : [],
  );
  const hailing = [...context.actionsWithVerb('hail')].flatMap(({ name, attached, verb }) => {
    const place = after(attached, 'from')?.name;
    return place ? [draft(name, 'birthplace', place.name, verb)] : [];
  });
  const day = context.states.flatMap(({ subject, verb }) => {
    const owner = subject.head.lemma === 'birthday' ? context.ownerOf(subject) : null;
    const date = owner && verb && (dateAfter(context, verb.to) ?? textOfDate(context, verb.to));
    return owner && date && dateOf(date)?.month ? [draft(owner, 'birthDate', date, subject)] : [];
  });
  return [...born, ...native, ...hailing, ...day];
};

/** “Harrow”, “the great castle of Dunmore”. */
function placeOf(noun: NounPhrase): FactDraft['name'] | null {
  const name = noun.name ?? (lists.placeNouns.has(noun.head.lemma) ? noun.of?.name : null) ?? null;
  return name && name.kind !== 'character' ? name : null;
}

const textOfDate = (context: PatternContext, from: number): string =>
  textBetween(context.words, context.words[from]?.lower === 'the' ? from + 1 : from, endOfDate(context, from));

const isFormer = (noun: NounPhrase): boolean =>
  noun.modifiers.some(({ lower }) => lists.formerly.has(lower)) || noun.determiner === 'no';

/** An occupation or a rank that a noun phrase names. */
function occupationFacts(name: FactDraft['name'], noun: NounPhrase | null, at: { readonly from: number }): FactDraft[] {
  if (!noun || isFormer(noun) || noun.name || noun.head.lower !== noun.head.lemma) return [];
  const { lemma } = noun.head;
  if (ranks.has(lemma)) return [draft(name, 'rank', lemma, at)];
  return isOccupation(lemma) ? [draft(name, 'occupation', compoundText(noun), at)] : [];
}

const isRole = ({ determiner, owner, of }: NounPhrase): boolean =>
  determiner === 'a' || determiner === 'an' || determiner === 'the' || owner !== null || of !== null;

/** “Mara was a baker”, “Mara, the town's midwife,”, “the blacksmith Tom”, “worked as a baker”, “a cooper by trade”. */
const occupations: Pattern = (context) => [
  ...context.described.flatMap(({ name, noun, verb, attached }) =>
    noun && (isRole(noun) || /^(?:trade|profession)$/.test(after(attached, 'by')?.head.lower ?? ''))
      ? occupationFacts(name, noun, verb ?? noun)
      : [],
  ),
  ...[...context.actionsWithVerb('work', 'serve', 'train', 'practise', 'practice', 'live')].flatMap(
    ({ name, attached, verb }) => (verb.isPerfect ? [] : occupationFacts(name, after(attached, 'as'), verb)),
  ),
  ...[...context.actionsWithVerb('earn', 'make')].flatMap(({ name, attached, verb }) =>
    context.words.slice(verb.to, verb.to + 3).some(({ lower }) => lower === 'living')
      ? occupationFacts(name, after(attached, 'as'), verb)
      : [],
  ),
  ...context.actions.flatMap(({ subject, verb, objects, attached }) => {
    if (!/^(?:promote|appoint|elect)$/.test(verb.lemma) || !verb.isPassive) return [];
    const name = context.resolve(subject);
    return name ? occupationFacts(name, after(attached, 'to') ?? objects[0] ?? null, verb) : [];
  }),
  ...context.states.flatMap(({ subject, noun }) => {
    const owner = /^(?:trade|profession|occupation|job)$/.test(subject.head.lower) ? context.ownerOf(subject) : null;
    return owner ? occupationFacts(owner, noun, subject) : [];
  }),
];

const home = /^(?:in|at|on|near|outside)$/;

/** “Mara lived in Harrow”, “settled in”, “made her home in”, “moved to”. */
const residences: Pattern = (context) =>
  [...context.actionsWithVerb('live', 'reside', 'dwell', 'settle', 'lodge', 'move')].flatMap(
    ({ name, verb, attached }) => {
      const preposition = verb.lemma === 'move' ? /^to$/ : home;
      const first = attached.find(({ preposition: word }) => preposition.test(word));
      if (!first || verb.isPassive) return [];
      const place =
        first.noun.name ??
        first.noun.of?.name ??
        context.resolve(attached.find(({ noun }) => noun.name?.kind === 'place')?.noun);
      const isStreet =
        /^(?:street|road|lane|avenue|square|row)$/.test(first.noun.head.lower) &&
        first.noun.head.text !== first.noun.head.lower;
      if (place && place.kind !== 'character') return [draft(name, 'residence', place.name, verb)];
      return isStreet ? [draft(name, 'residence', plainText(first.noun), verb)] : [];
    },
  );

const employers: Pattern = (context) => [
  ...[...context.actionsWithVerb('work')].flatMap(({ name, attached, verb }) => {
    const employer = after(attached, 'for', 'at')?.name;
    return employer && !verb.isPerfect && employer.kind !== 'event'
      ? [draft(name, 'employer', employer.name, verb)]
      : [];
  }),
  ...[...context.actionsWithVerb('study')].flatMap(({ name, attached, verb }) => {
    const school = after(attached, 'at')?.name;
    return school ? [draft(name, 'education', school.name, verb)] : [];
  }),
  ...[...context.actionsWithVerb('employ')].flatMap(({ name, objects, verb }) => {
    const worker = verb.isPassive ? null : context.resolve(objects[0]);
    return worker ? [draft(worker, 'employer', name.name, verb)] : [];
  }),
];

/** “Mara was Irish”, “Mara was a Catholic”, “Mara spoke fluent French”. */
const origins: Pattern = (context) => [
  ...context.described.flatMap(({ name, adjectives, noun, verb }) => {
    const words = [...adjectives, ...(noun ? [noun.head, ...noun.modifiers] : [])].map(({ lower }) => lower);
    const nationality = verb && words.find((word) => lists.nationalities.has(word));
    const religion = verb && words.find((word) => lists.religions.has(word));
    return [
      ...(nationality ? [draft(name, 'nationality', capital(nationality), verb)] : []),
      ...(religion ? [draft(name, 'religion', capital(religion), verb)] : []),
    ];
  }),
  ...[...context.actionsWithVerb('speak')].flatMap(({ name, objects, adjectives, verb }) =>
    [...objects.flatMap(({ modifiers, head }) => [...modifiers, head]), ...adjectives]
      .filter(({ lower }) => lists.languages.has(lower))
      .map(({ lower }) => draft(name, 'language', capital(lower), verb)),
  ),
  ...context.states.flatMap(({ subject, noun, adjectives }) => {
    const isNative =
      /^(?:language|tongue)$/.test(subject.head.lower) &&
      subject.modifiers.some(({ lower }) => /^(?:native|first|mother)$/.test(lower));
    const owner = isNative ? context.ownerOf(subject) : null;
    const language = [...adjectives, ...(noun ? [noun.head] : [])].find(({ lower }) => lists.languages.has(lower));
    return owner && language ? [draft(owner, 'nativeLanguage', capital(language.lower), subject)] : [];
  }),
];

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** “Captain Venn” is a captain. */
const titledRanks: Pattern = ({ words }) =>
  words.flatMap((word, at) => {
    const title = word.name?.kind === 'character' ? (word.lower.split(' ')[0] ?? '') : '';
    const rank = rankOfAbbreviation.get(title) ?? title;
    return word.name && ranks.has(rank) ? [draft(word.name, 'rank', rank, { from: at })] : [];
  });

export const lifePatterns: readonly Pattern[] = [
  titledRanks,
  ages,
  births,
  occupations,
  residences,
  employers,
  origins,
];
