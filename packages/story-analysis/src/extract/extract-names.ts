import { weightsOf, kindOfWords, mayBeSurname, type NameKind, zeroWeights, strongestKind } from './name-evidence.ts';
import { type JoinedName, joinNames, sumWeights, type Surface } from './join-names.ts';
import { canBeName, findRuns, type NameRun, textOfRun, type Vocabulary } from './name-runs.ts';
import * as lists from './name-words.ts';
import type { Sentence } from './story-tokens.ts';
import { wordsOf } from '../words.ts';
import { wordList } from './word-list.ts';

/** A name of a story, with the other ways in which the text writes it. */
export interface FoundName {
  readonly name: string;
  /** Without `name`; the most frequent first. */
  readonly aliases: readonly string[];
  readonly kind: NameKind;
  /** How often it occurs, in all its forms. */
  readonly mentions: number;
  /** What the titles say; null when they say nothing. */
  readonly gender: 'female' | 'male' | null;
}

/** A name that the author, or an earlier part of the story, has. */
export type KnownName = Pick<FoundName, 'name' | 'aliases' | 'kind'>;

/** What is known of the language of a text. */
export interface Language {
  /** Whether a word in lower case is one of the language, as opposed to an invented name. */
  readonly isKnownWord: (lower: string) => boolean;
  /** Whether all nouns have a capital, as in German. */
  readonly hasCapitalNouns: boolean;
}

/** How often each word stands in lower case, and with a capital inside a sentence. */
interface Counts {
  readonly lower: ReadonlyMap<string, number>;
  readonly inside: ReadonlyMap<string, number>;
}

/** Maximum number of names of one story, and of the aliases of one name. */
const maxNames = 2000;
const maxAliases = 30;

/**
 * The names of a story, by number of mentions.
 * @param known names that are known already: other ways to write them are joined with them, and they are returned with
 *   no mentions where the chapters do not have them
 */
export function extractNames(
  chapters: readonly (readonly Sentence[])[],
  language: Language,
  known: readonly KnownName[] = [],
): FoundName[] {
  const counts = countWords(chapters);
  const vocabulary: Vocabulary = {
    isOrdinary: (word) =>
      word
        .split('-')
        .every(
          (lower) => (counts.lower.get(lower) ?? 0) > 0 || (language.isKnownWord(lower) && !counts.inside.has(lower)),
        ),
    isSeenInside: (lower) => counts.inside.has(lower),
  };
  const surfaces = new Map(known.flatMap(surfacesOf).map((surface) => [surface.text, surface]));
  const knownTexts = new Set(surfaces.keys());
  for (const [chapter, sentences] of chapters.entries())
    for (const sentence of sentences) for (const run of findRuns(chapter, sentence, vocabulary)) addRun(surfaces, run);
  const accepted = [...surfaces.values()].filter(
    (surface) => knownTexts.has(surface.text) || isName(surface, counts, language),
  );
  const singles = new Set(accepted.flatMap(({ words: [word], words }) => (words.length === 1 && word ? [word] : [])));
  for (const surface of accepted) weighSurname(surface, singles, language);
  return joinNames(accepted)
    .map(present)
    .sort((a, b) => b.mentions - a.mentions || (a.name < b.name ? -1 : 1))
    .slice(0, maxNames);
}

/** Weight of a known kind; exceeds all evidence of a text. */
const knownWeight = 1000;

const surfacesOf = ({ name, aliases, kind }: KnownName): Surface[] =>
  [name, ...aliases].map((text) => ({
    text,
    words: wordsOf(text).map((word) => word.text),
    mentions: 0,
    inside: 0,
    afterArticle: 0,
    weights: { ...zeroWeights(), ...(kind !== 'unknown' && { [kind]: knownWeight }) },
  }));

function countWords(chapters: readonly (readonly Sentence[])[]): Counts {
  const [lower, inside] = [new Map<string, number>(), new Map<string, number>()];
  for (const sentences of chapters)
    for (const { tokens } of sentences)
      for (const token of tokens) {
        const counted = !token.isCapital ? lower : !token.isInitial && canBeName(token) ? inside : null;
        if (token.isWord) counted?.set(token.lower, (counted.get(token.lower) ?? 0) + 1);
      }
  return { lower, inside };
}

const articles = wordList('a an the der die das den dem des ein eine einen einem einer le la les un une el los las');

function addRun(surfaces: Map<string, Surface>, run: NameRun): void {
  const text = textOfRun(run);
  const { tokens } = run.sentence;
  const surface = surfaces.get(text) ?? {
    text,
    words: tokens.slice(run.from, run.to).flatMap(({ lower, isWord }) => (isWord ? [lower] : [])),
    mentions: 0,
    inside: 0,
    afterArticle: 0,
    weights: zeroWeights(),
  };
  surfaces.set(text, surface);
  surface.mentions += 1;
  if (!tokens[run.from]?.isInitial) surface.inside += 1;
  if (articles.has(tokens[run.from - 1]?.lower ?? '')) surface.afterArticle += 1;
  const weights = weightsOf(run);
  for (const kind of Object.keys(weights) as (keyof typeof weights)[]) surface.weights[kind] += weights[kind];
}

/** Weight of a surname as evidence for a person, or else for a place; less than the evidence of two sentences. */
const surnameWeight = 1;

/** “Ida Marsh” is a person, unlike “Black Marsh”, when the story names Ida alone or “Ida” is not an ordinary word. */
function weighSurname({ words, weights }: Surface, singles: ReadonlySet<string>, { isKnownWord }: Language): void {
  if (!mayBeSurname(words)) return;
  const [first = ''] = words;
  weights[singles.has(first) || !isKnownWord(first) ? 'character' : 'place'] += surnameWeight;
}

/** The share of the occurrences after an article above which a German noun is not a name. */
const articleShare = 0.2;

function isName(surface: Surface, counts: Counts, language: Language): boolean {
  const { words, mentions, afterArticle } = surface;
  if (language.hasCapitalNouns && afterArticle > articleShare * mentions) return false;
  const own = words.filter((word) => !lists.titles.has(word) && !lists.particles.has(word));
  if (own.every((word) => lists.notNames.has(word) && !lists.monthNames.has(word))) return false;
  return words.length > 1 ? isLongName(surface, own, counts) : isSingleName(surface, counts, language);
}

function isLongName({ words, mentions, inside }: Surface, own: readonly string[], counts: Counts): boolean {
  if (lists.titles.has(words[0] ?? '')) return own.length > 0;
  const strange = own.filter((word) => !lists.notNames.has(word) && (counts.lower.get(word) ?? 0) === 0);
  return (
    strange.length > 0 ||
    (mentions > 1 && inside > 0) ||
    (inside > 0 && (kindOfWords(words) !== null || mayBeSurname(words)))
  );
}

/** Above this share of capitals inside sentences, a word that also stands in lower case is a name. */
const nameShare = 0.5;
/** The same when people's verbs stand beside it, as in “Will said”. */
const personShare = 0.08;

function isSingleName(surface: Surface, counts: Counts, language: Language): boolean {
  const { mentions, weights, afterArticle } = surface;
  const [word = ''] = surface.words;
  const { character } = weights;
  const [inside, lower] = [counts.inside.get(word) ?? 0, counts.lower.get(word) ?? 0];
  if (lists.monthNames.has(word)) return inside > 1 && character >= 4;
  if (lower > 0) return isNameDespiteLower(inside, inside / (inside + lower), character);
  // A word such as “Roman” is not a name.
  if (inside > 0) return afterArticle === 0 || !/(?:ish|ese|ian|ans)$/.test(word);
  return language.isKnownWord(word) ? mentions > 2 && character >= 6 : mentions > 1 || character >= 2;
}

/** Whether a word that also stands in lower case, such as “hope”, is a name. */
function isNameDespiteLower(inside: number, share: number, character: number): boolean {
  if (inside > 1 && share >= nameShare) return true;
  return inside > 0 && share >= personShare && character >= (inside > 1 ? 3 : 5);
}

function present(joined: JoinedName): FoundName {
  const surfaces = [...joined.surfaces].sort((a, b) => b.mentions - a.mentions);
  const kind = kindOf(joined);
  const longest = [...surfaces].sort((a, b) => rankAsName(b) - rankAsName(a))[0];
  const name = longest ? fullNameOf(longest, kind) : '';
  return {
    name,
    aliases: surfaces
      .map(({ text }) => text)
      .filter((text) => text !== name)
      .slice(0, maxAliases),
    kind,
    mentions: surfaces.reduce((sum, { mentions }) => sum + mentions, 0),
    gender: kind === 'character' ? (surfaces.map(genderOf).find((gender) => gender !== null) ?? null) : null,
  };
}

/** The number of words without titles. */
const ownWords = ({ words }: Surface): number => words.filter((word) => !lists.titles.has(word)).length;
const rankAsName = (surface: Surface): number =>
  ownWords(surface) + (lists.titles.has(surface.words[0] ?? '') ? 0 : 0.5);

/** “Captain Mara Venn” is Mara Venn, but “Captain Venn” stays. */
function fullNameOf(surface: Surface, kind: NameKind): string {
  if (kind !== 'character' || ownWords(surface) < 2) return surface.text;
  const parts = surface.text.split(' ');
  while (parts.length > 2 && lists.titles.has((parts[0] ?? '').toLowerCase().replace('.', ''))) parts.shift();
  return parts.join(' ');
}

const genderOf = ({ words }: Surface): 'female' | 'male' | null =>
  words.length > 1 ? (lists.titles.get(words[0] ?? '') ?? null) : null;

const sumOf = ({ surfaces }: JoinedName, key: 'mentions' | 'afterArticle'): number =>
  surfaces.reduce((sum, surface) => sum + surface[key], 0);

function kindOf(joined: JoinedName): NameKind {
  for (const { words } of joined.surfaces) {
    const kind = kindOfWords(words);
    if (kind) return kind;
  }
  const weights = sumWeights(joined);
  const kind = strongestKind(weights);
  const [mentions, afterArticle] = [sumOf(joined, 'mentions'), sumOf(joined, 'afterArticle')];
  // What is named several times without an article, and never as a place, is somebody.
  const isSomebody = kind === 'unknown' && afterArticle === 0 && weights.place < 1 && weights.character >= 0;
  return isSomebody && (mentions > 1 || joined.surfaces.some(({ words }) => words.length > 1)) ? 'character' : kind;
}
