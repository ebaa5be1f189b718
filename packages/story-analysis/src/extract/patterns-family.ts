import type { FoundName } from './extract-names.ts';
import { familyAttributes } from './fact-words.ts';
import { draft, type FactDraft, type Pattern, type PatternContext } from './pattern-context.ts';
import type { NounPhrase } from './phrase-types.ts';
import { wordList } from './word-list.ts';

const isPerson = ({ kind }: FoundName): boolean => kind === 'character' || kind === 'unknown';

const unrelated = wordList('former ex adoptive foster step adopted would-be future imaginary');

/** The attribute that a word such as “brother” stands for; null for “half-brother”, “ex-wife” and “no brother”. */
function relationOf({ head, modifiers, determiner }: NounPhrase): string | null {
  if (determiner === 'no' || modifiers.some(({ lower }) => unrelated.has(lower))) return null;
  return head.lower === head.lemma || head.lower === 'twin' ? (familyAttributes.get(head.lemma) ?? null) : null;
}

function related(
  owner: FoundName | null,
  attribute: string | null,
  other: FoundName | null,
  at: { readonly from: number },
): FactDraft[] {
  return owner && other && attribute && owner !== other && isPerson(owner) && isPerson(other)
    ? [draft(owner, attribute, other.name, at)]
    : [];
}

/** “Tom was Mara's brother”, “Tom, the son of Mara,”, “her brother Tom”. */
const stated: Pattern = (context) =>
  context.states.flatMap((state) => {
    const { subject, noun, attached } = state;
    if (!noun) return [];
    const [name, other] = [context.resolve(subject), context.resolve(noun)];
    // “Her brother was Tom”: the relation is the subject.
    const ofSubject = name ? [] : related(context.ownerOf(subject), relationOf(subject), other, subject);
    const to = attached.find(({ preposition }) => preposition === 'to')?.noun;
    const owner = context.ownerOf(noun) ?? context.resolve(noun.of) ?? context.resolve(to);
    return [...ofSubject, ...related(owner, relationOf(noun), name, noun), ...nameOfRelative(context, subject, other)];
  });

/** “Her mother's name was Agnes.” */
function nameOfRelative(context: PatternContext, subject: NounPhrase, other: FoundName | null): FactDraft[] {
  const relative = subject.head.lower === 'name' ? subject.owner : null;
  return relative ? related(context.ownerOf(relative), relationOf(relative), other, subject) : [];
}

/** “She had a brother named Tom”, “a brother, Tom,”; “her brother, called Tom,”. */
const named: Pattern = (context) =>
  context.nouns.flatMap(({ noun }) => {
    const attribute = noun.name ? null : relationOf(noun);
    if (attribute === null) return [];
    const other = nameAfter(context, noun);
    const owner = context.ownerOf(noun) ?? subjectThatHas(context, noun);
    return related(owner, attribute, other, noun);
  });

function nameAfter({ words }: PatternContext, noun: NounPhrase): FoundName | null {
  const [first, second] = [words[noun.to], words[noun.to + 1]];
  if (first?.lower === 'named' || first?.lower === 'called') return second?.name ?? null;
  const end = words[noun.to + 2]?.lower ?? '';
  return first?.lower === ',' && second?.name && noun.owner === null && /^[,.;]?$/.test(end) ? second.name : null;
}

function subjectThatHas(context: PatternContext, noun: NounPhrase): FoundName | null {
  for (const { name, objects } of context.actionsWithVerb('have')) if (objects.includes(noun)) return name;
  return null;
}

/** “Mara's husband was called Tom.” */
const called: Pattern = (context) =>
  context.actions.flatMap(({ subject, verb, objects }) =>
    /^(?:called|named)$/.test(verb.main.lower) && verb.isPassive
      ? related(context.ownerOf(subject), relationOf(subject), context.resolve(objects[0]), verb)
      : [],
  );

/** “Mara married Tom”, “Mara was married to Tom”, “Mara and Tom were siblings”. */
const married: Pattern = (context) => [
  ...context.actions.flatMap(({ subject, verb, objects, attached }) => {
    if (!/^(?:marry|wed)$/.test(verb.lemma)) return [];
    const name = context.resolve(subject);
    const to = attached.find(({ preposition }) => preposition === 'to')?.noun;
    const [object] = objects;
    return related(name, 'spouse', context.resolve(to ?? (object && !object.owner ? object : null)), verb);
  }),
  ...context.states.flatMap(({ subject, adjectives, attached, verb }) => {
    const isMarried = adjectives.some(({ lower }) => lower === 'married');
    const to = attached.find(({ preposition }) => preposition === 'to')?.noun;
    return isMarried && verb ? related(context.resolve(subject), 'spouse', context.resolve(to), verb) : [];
  }),
  ...context.states.flatMap(({ subject, noun, adjectives, verb }) => {
    const [before, and] = [context.words[subject.from - 2], context.words[subject.from - 1]];
    const plural = /^(?:siblings|brothers|sisters|twins)$/.test(noun?.head.lower ?? '')
      ? 'sibling'
      : /^friends$/.test(noun?.head.lower ?? '')
        ? 'friend'
        : null;
    const attribute = adjectives.some(({ lower }) => lower === 'married') ? 'spouse' : plural;
    return verb && and?.lower === 'and' ? related(before?.name ?? null, attribute, subject.name, verb) : [];
  }),
];

export const familyPatterns: readonly Pattern[] = [stated, named, called, married];
