import { bodyParts, builds, skins, voices } from './fact-words.ts';
import { isColour } from './normalise-values.ts';
import { after, draft, type FactDraft, type Pattern, type PatternContext, plainText } from './pattern-context.ts';
import type { FoundName } from './extract-names.ts';
import type { NounPhrase } from './phrase-types.ts';
import type { TaggedWord } from './tagged-words.ts';
import { readNumber } from './value-numbers.ts';
import { wordMap } from './word-list.ts';

interface Feature {
  readonly attribute: string;
  /** The nouns that have it, as dictionary forms. */
  readonly nouns: readonly string[];
  readonly isValue: (lower: string) => boolean;
}

const momentary = new Set(['red', 'white', 'bright', 'pink', 'light', 'gold', 'golden', 'rose', 'dark-bright']);
const isEyeColour = (lower: string): boolean => isColour(lower) && !momentary.has(lower);
const isHairColour = (lower: string): boolean => isColour(lower) && lower !== 'bright' && lower !== 'light';
const features: readonly Feature[] = [
  { attribute: 'eyes', nouns: ['eye', 'irises', 'iris'], isValue: isEyeColour },
  { attribute: 'hair', nouns: ['hair', 'curl', 'lock', 'braid', 'plait', 'beard-hair'], isValue: isHairColour },
  { attribute: 'skin', nouns: ['skin', 'complexion'], isValue: (lower) => skins.has(lower) },
  { attribute: 'voice', nouns: ['voice'], isValue: (lower) => voices.has(lower) },
];

/** “dark brown”, “grey-green”: the words of a value in a row. */
function valueIn(words: readonly TaggedWord[], { isValue, attribute }: Feature): string | null {
  const found = words.filter(({ lower }) => isValue(lower)).map(({ lower }) => lower);
  const shade = words.find(
    ({ lower }, at) => /^(?:dark|pale|light|bright|deep)$/.test(lower) && isColour(words[at + 1]?.lower ?? ''),
  );
  if (found.length === 0) return null;
  const isShaded = shade && attribute !== 'voice' && attribute !== 'skin';
  const rest = found.filter((word) => word !== shade?.lower);
  return rest.length > 0
    ? [...(isShaded && !found.includes('deep') ? [shade.lower] : []), ...new Set(rest)].join(
        attribute === 'voice' ? ' ' : rest.length > 1 && !isShaded ? ' and ' : ' ',
      )
    : found.join(' ');
}

/** All words of a phrase that may say a colour: “green”, “a deep, startling green”, “the green of moss”. */
const wordsOfPhrase = (noun: NounPhrase | null): readonly TaggedWord[] => (noun ? [...noun.modifiers, noun.head] : []);

const featureOf = (noun: NounPhrase): Feature | undefined =>
  features.find(({ nouns }) => nouns.includes(noun.head.lemma));

const looks: Pattern = (context) => [...ownedLooks(context), ...statedLooks(context), ...hadLooks(context)];

function lookOf(
  name: FoundName | null,
  noun: NounPhrase | null | undefined,
  words?: readonly TaggedWord[],
): FactDraft[] {
  const feature = noun ? featureOf(noun) : undefined;
  if (!noun || !name || !feature) return [];
  const value = valueIn(words ?? noun.modifiers, feature);
  return value === null ? [] : [draft(name, feature.attribute, value, noun)];
}

/** “her green eyes” */
const ownedLooks = ({ owned }: PatternContext): FactDraft[] => owned.flatMap(({ owner, noun }) => lookOf(owner, noun));

/** “Her eyes were green”, “Mara's hair, red as rust,” and “a woman with green eyes” of Mara. */
function statedLooks(context: PatternContext): FactDraft[] {
  return context.states.flatMap(({ subject, adjectives, noun, attached, verb }) => {
    const owner = context.ownerOf(subject);
    const isNow = verb === null || !verb.isPerfect || verb.lemma !== 'be';
    if (owner)
      return isNow
        ? lookOf(owner, subject, [...adjectives, ...wordsOfPhrase(noun), ...wordsOfPhrase(noun?.of ?? null)])
        : [];
    const name = context.resolve(subject);
    return isNow ? lookOf(name, after(attached, 'with')) : [];
  });
}

/** “Mara had green eyes”, “Mara looked at him with her green eyes”. */
const hadLooks = (context: PatternContext): FactDraft[] =>
  [...context.actionsWithVerb('have', 'possess', 'inherit', 'wear')].flatMap(({ name, objects, verb }) =>
    verb.isPerfect
      ? []
      : objects
          .slice(0, 2)
          .flatMap((noun) =>
            noun.owner?.head.pos === 'PRON'
              ? []
              : [...lookOf(name, noun), ...lookOf(name, noun, wordsOfPhrase(noun.of))],
          ),
  );

const compounds: readonly { readonly end: string; readonly attribute: string }[] = [
  { end: '-eyed', attribute: 'eyes' },
  { end: '-haired', attribute: 'hair' },
  { end: '-skinned', attribute: 'skin' },
];

/** “green-eyed”, “left-handed”, “wiry”, of a person: “Mara was …”, “…, a wiry man,”, “… Mara”. */
const adjectives: Pattern = ({ described }) =>
  described.flatMap(({ name, adjectives: said, noun, subject }) => {
    const words = [...said, ...(noun && !noun.owner && !noun.name ? noun.modifiers : [])];
    return words.flatMap(({ lower }) => {
      const compound = compounds.find(({ end }) => lower.endsWith(end));
      const part = compound && lower.slice(0, -compound.end.length);
      if (compound && part && (isColour(part) || skins.has(part)))
        return [draft(name, compound.attribute, part, subject)];
      if (/^(?:left|right)-handed$|^ambidextrous$/.test(lower)) return [draft(name, 'handedness', lower, subject)];
      if (builds.has(lower)) return [draft(name, 'build', lower, subject)];
      return /^(?:blonde?|brunette|redheaded|red-headed)$/.test(lower)
        ? [draft(name, 'hair', lower.startsWith('red') ? 'red' : lower, subject)]
        : [];
    });
  });

const handNouns = wordMap({
  'left-hander': 'left-handed',
  southpaw: 'left-handed',
  lefty: 'left-handed',
  redhead: 'red',
  blonde: 'blonde',
  brunette: 'brown',
});
const personNouns: Pattern = ({ described }) =>
  described.flatMap(({ name, noun, subject }) => {
    const value = noun && noun.determiner === 'a' ? handNouns.get(noun.head.lower) : undefined;
    return value ? [draft(name, value.includes('hand') ? 'handedness' : 'hair', value, subject)] : [];
  });

/** “She wrote with her left hand.” */
const writingHand: Pattern = (context) =>
  [...context.actionsWithVerb('write', 'draw', 'sign', 'paint')].flatMap(({ name, attached, verb }) => {
    const hand = after(attached, 'with');
    const side =
      hand?.head.lower === 'hand'
        ? hand.modifiers.find(({ lower }) => lower === 'left' || lower === 'right')
        : undefined;
    return side ? [draft(name, 'handedness', `${side.lower}-handed`, verb)] : [];
  });

const isScar = (noun: NounPhrase): boolean => /^(?:scar|birthmark)$/.test(noun.head.lemma) && noun.determiner !== 'no';

function bodyPart(noun: NounPhrase | null | undefined): string | null {
  if (!noun || !bodyParts.has(noun.head.lemma)) return null;
  return plainText({
    ...noun,
    modifiers: noun.modifiers.filter(({ lower }) => /^(?:left|right|upper|lower)$/.test(lower)),
  });
}

const scarPrepositions = [
  'on',
  'across',
  'over',
  'above',
  'below',
  'under',
  'down',
  'along',
  'through',
  'beneath',
  'beside',
  'from',
  'near',
  'in',
  'behind',
];

/** “She had a scar on her left cheek”, “A scar ran down her cheek”, “the scar above Mara's eye”. */
const scars: Pattern = (context) => {
  const isMark = (noun: NounPhrase): boolean => isScar(noun) && noun.head.lemma === 'scar';
  const had = [...context.actionsWithVerb('have', 'bear', 'carry', 'wear')].flatMap(
    ({ name, objects, attached, verb }) => {
      const scar = objects.find(isMark);
      if (!scar) return [];
      const part = bodyPart(after(attached, ...scarPrepositions)) ?? leadingPart(context, verb.from);
      return [draft(name, 'scar', part ?? 'scar', scar)];
    },
  );
  const acting = context.actions.flatMap(({ subject, objects, attached }) => {
    if (!isMark(subject)) return [];
    const where = [...objects, ...attached.map(({ noun }) => noun)].find((noun) => bodyPart(noun) !== null);
    return scarOf(context, where, subject);
  });
  const standing = context.nouns.flatMap(({ noun, attached }) =>
    isMark(noun) && !noun.owner ? scarOf(context, after(attached, ...scarPrepositions), noun) : [],
  );
  return [...had, ...acting, ...standing];
};

function scarOf(context: PatternContext, where: NounPhrase | null | undefined, noun: NounPhrase): FactDraft[] {
  const part = bodyPart(where);
  const owner = where && context.ownerOf(where);
  return part && owner ? [draft(owner, 'scar', part, noun)] : [];
}

/** “On her left cheek she had a scar.” */
function leadingPart(context: PatternContext, before: number): string | null {
  for (const { noun } of context.nouns)
    if (noun.to <= before && bodyPart(noun) !== null && context.words[noun.from - 1]?.pos === 'ADP')
      return bodyPart(noun);
  return null;
}

const feet = /^(?:foot|feet|ft|metres?|meters?|centimetres?|centimeters?|cm|inches)$/;

/** “She was six feet tall”, “He stood six foot two”, “a six-foot-two man”. */
const heights: Pattern = (context) => {
  const spans = [
    ...context.states.map((state) => ({ ...state, isStanding: false })),
    ...context.actions
      .filter(({ verb }) => verb.lemma === 'stand' || verb.lemma === 'measure')
      .map((action) => ({ ...action, noun: null, isStanding: true })),
  ];
  return spans.flatMap(({ subject, verb, isStanding }) => {
    const name = context.resolve(subject);
    if (!name || !verb || name.kind === 'place') return [];
    const tail = context.words.slice(verb.to, verb.to + 8).map(({ lower }) => lower);
    const text = heightIn(tail, isStanding);
    return text ? [draft(name, 'height', text, verb)] : [];
  });
};

function heightIn(words: readonly string[], isStanding: boolean): string | null {
  const start = words[0] === 'a' ? 1 : 0;
  const first = words[start] ?? '';
  if (/^(?:\p{L}+|\d+)-(?:foot|feet)(?:-(?:\p{L}+|\d+))?$/u.test(first)) return first.replaceAll('-', ' ');
  const read = readNumber(words, start);
  if (!read || !feet.test(words[read.end] ?? '')) return null;
  const end = endOfHeight(words, read.end + 1);
  const next = words[end] ?? '';
  if (/^(?:away|from|apart|deep|wide|long|behind|off)$/.test(next)) return null;
  const isHeight = isStanding || end > read.end + 1 || next === 'tall' || next === 'high';
  return isHeight ? words.slice(start, end).join(' ') : null;
}

/** After the inches of “six foot two inches”, if there are any. */
function endOfHeight(words: readonly string[], from: number): number {
  const inches = readNumber(words, from);
  if (!inches) return from;
  return /^inch/.test(words[inches.end] ?? '') ? inches.end + 1 : inches.end;
}

export const looksPatterns: readonly Pattern[] = [looks, adjectives, personNouns, writingHand, scars, heights];
