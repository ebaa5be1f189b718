import type { NameRun } from './name-runs.ts';
import { placeNouns } from './fact-words.ts';
import * as words from './name-words.ts';
import type { Token } from './token.ts';
import { lowerAt, wordList, wordMap } from './word-list.ts';

export type NameKind = 'character' | 'place' | 'object' | 'group' | 'event' | 'unknown';

/** How much the text around a name speaks for each kind. */
export type KindWeights = Record<Exclude<NameKind, 'unknown'>, number>;

export const zeroWeights = (): KindWeights => ({ character: 0, place: 0, object: 0, group: 0, event: 0 });

const ownedByPeople = wordList(
  'eyes eye hair hand hands face voice mother father brother sister son daughter wife husband head arm arms shoulder shoulders mouth lips cheek cheeks heart smile fingers finger mind skin leg legs foot feet knees chest throat back gaze uncle aunt cousin friend birthday room coat',
);
const relatives = wordList(
  'mother father brother sister son daughter wife husband uncle aunt cousin nephew niece friend',
);
const motion = wordList(
  'went go goes going gone travelled traveled rode sailed drove drive came come moved returned marched fled flew journey road way back home miles down over',
);
const reached = wordList('reached visited left entered leaving reaching entering visiting outside');
const perception = wordList('looked looking stared glanced smiled shouted laughed glared nodded yelled swore gazed');

/** What the words beside one occurrence of a name say about its kind. */
export function weightsOf({ sentence: { tokens }, from, to }: NameRun): KindWeights {
  const weights = zeroWeights();
  const [first, before, after] = [lowerAt(tokens, from), lowerAt(tokens, from - 1), lowerAt(tokens, to)];
  weights.character = verbEvidence(tokens, from, to) + addressEvidence(tokens, from, to);
  weights.place = placeEvidence(tokens, from) + describedAsPlace(tokens, to);
  if (before === 'aboard') weights.object += 3;
  if (/^(?:joined|joining|founded|leads?|led)$/.test(before)) weights.group += 1;
  if (before !== 'the') return weights;
  if (/[^s]s$/.test(first)) weights.group += 1.5;
  if (/^(?:sailed|sank|docked|anchored)$/.test(after)) weights.object += 2;
  if (!words.titles.has(first)) weights.character -= 2;
  return weights;
}

/** Evidence for a person: a verb of speech or human action beside the name. Any other word in -ed counts little. */
function verbEvidence(tokens: readonly Token[], from: number, to: number): number {
  const after = lowerAt(tokens, to);
  const isTag = words.speechVerbs.has(lowerAt(tokens, from - 1)) && tokens[from - 2]?.isWord !== true;
  const tag = isTag ? 3 : 0;
  if (words.speechVerbs.has(after)) return tag + 3;
  if (words.humanVerbs.has(after)) return tag + 2;
  return tag + (after.endsWith('ed') && after.length > 4 ? 0.5 : 0);
}

/** People have eyes and relatives, and are spoken to. */
function addressEvidence(tokens: readonly Token[], from: number, to: number): number {
  const [before, after, next] = [lowerAt(tokens, from - 1), lowerAt(tokens, to), lowerAt(tokens, to + 1)];
  const first = tokens[from];
  let sum = isRelative(tokens, from) ? 3 : 0;
  if (after === "'s" && ownedByPeople.has(next)) sum += 2;
  if (after === ',' && /^whos?e?$/.test(next)) sum += 3;
  if (first?.isSpoken && before === ',' && /^[.,!?”"]$/.test(after)) sum += 1;
  if (first?.isSpoken && first.isInitial && after === ',') sum += 1;
  return /^(?:named|called|with|married|told|asked|and|for|by)$/.test(before) ? sum + 0.5 : sum;
}

/** “her brother Tom”, “His wife, Marta,” */
const isRelative = (tokens: readonly Token[], from: number): boolean =>
  relatives.has(lowerAt(tokens, lowerAt(tokens, from - 1) === ',' ? from - 2 : from - 1));

/** “Harrow is a small village”, “Harrow, a village” */
function describedAsPlace(tokens: readonly Token[], to: number): number {
  if (!/^(?:is|was|,)$/.test(lowerAt(tokens, to)) || !/^(?:an?|the)$/.test(lowerAt(tokens, to + 1))) return 0;
  return tokens.slice(to + 2, to + 5).some(({ lower }) => placeNouns.has(lower)) ? 3 : 0;
}

/** How much a preposition or a verb before a name speaks for a place. */
const placeWeights = wordMap({
  ...Object.fromEntries([...words.placePrepositions].map((word) => [word, 0.7])),
  ...Object.fromEntries([...reached].map((word) => [word, 0.8])),
  in: 2.5,
  throughout: 2.5,
  into: 1,
  through: 1,
  at: 1,
  on: 0.8,
});

function placeEvidence(tokens: readonly Token[], from: number): number {
  const [second, before] = [lowerAt(tokens, from - 2), lowerAt(tokens, from - 1)];
  if (before === 'of') return placeNouns.has(second) ? 3 : 0.3;
  if (/^(?:to|from|for)$/.test(before)) return motion.has(second) ? 2 : 0.4;
  return /^(?:at|into|through)$/.test(before) && perception.has(second) ? 0 : (placeWeights.get(before) ?? 0);
}

/** What the words of a name itself say; null when they say nothing. */
export function kindOfWords(name: readonly string[]): Exclude<NameKind, 'unknown'> | null {
  const [first = ''] = name;
  const head = headOf(name);
  if (name.length > 1) {
    if (words.eventWords.has(head) && !words.titles.has(first)) return 'event';
    if (isTitled(name)) return 'character';
    const kind = mayBeSurname(name) ? null : kindOfHead(head);
    if (kind) return kind;
    if (/^(?:castle|mount|lake|river|port|fort|cape|isle|saint|st)$/.test(first)) return 'place';
    if (words.titles.has(first)) return 'character';
  }
  return null;
}

/** Whether two words are a place or a person's full name: “Black Marsh”, “Ida Marsh”. */
export const mayBeSurname = (name: readonly string[]): boolean =>
  name.length === 2 && words.surnamePlaces.has(name[1] ?? '');

/** “Captain Hill”, “Lord Edmund Vale”, but “Queen Street”, “King's Bridge”, “Saint Mary's Church”. */
const isTitled = (name: readonly string[]): boolean =>
  words.titles.has(name[0] ?? '') &&
  !/^(?:king|queen|prince|princess|saint|st|bishop|abbot|general|duke)$/.test(name[0] ?? '') &&
  !name.includes('of') &&
  !name.includes("'s");

function kindOfHead(head: string): Exclude<NameKind, 'unknown'> | null {
  if (words.titles.has(head)) return 'character';
  if (/^(?:house|church|court|school|college)$/.test(head)) return 'place';
  if (words.groupWords.has(head)) return 'group';
  if (words.placeWords.has(head)) return 'place';
  return words.objectWords.has(head) ? 'object' : null;
}

/** The word that says what a thing is: the one before “of”, else the last. */
const headOf = (name: readonly string[]): string => {
  const of = name.indexOf('of');
  return (of > 0 ? name[of - 1] : name.at(-1)) ?? '';
};

/** The kind with the largest weight; unknown when it is small or two are equal. */
export function strongestKind(weights: KindWeights): NameKind {
  const kinds = Object.keys(weights) as (keyof KindWeights)[];
  const [first, second] = kinds.sort((a, b) => weights[b] - weights[a]);
  if (!first || !second) return 'unknown';
  return weights[first] >= 1 && weights[first] > weights[second] ? first : 'unknown';
}
