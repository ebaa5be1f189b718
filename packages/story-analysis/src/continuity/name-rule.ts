import { similarityOf } from '../evidence/similarity.ts';
import type { FactPassage } from '../extract/extract-facts.ts';
import type { FoundName } from '../extract/extract-names.ts';
import { type CheckedStory, type Contradiction, isBefore, type Rule, startOf } from './checked-story.ts';
import { placeOfWords, sentencesOf } from './sentences.ts';

/** A form that occurs more often is not a typo. */
const maxMentions = 3;
/** How many times as often the right form must occur. */
const timesAsOften = 2;
/** A name that differs in one word of fewer letters is another name, such as Tim and Tom. */
const minLetters = 5;
/** The maximum edit distance: inserted and deleted letters; a changed letter counts as two. */
const maxDifferent = 2;

/** A rare form of a name that differs from a frequent one by a letter or two. */
export const nameVariantRule: Rule = (story) => {
  const byPattern = groupByPattern(story.names);
  const places = firstPlaces(story);
  return story.names.flatMap((name): Contradiction[] => {
    if (name.mentions > maxMentions) return [];
    const right = rightForm(name, byPattern);
    const [place, other] = [places.get(name.name), right && places.get(right.name)];
    if (!right || !place || !other) return [];
    return [
      {
        rule: 'name-variant',
        severity: 'warning',
        text: `“${name.name}” is written “${right.name}” elsewhere.`,
        names: [right.name],
        places: isBefore(startOf(other), startOf(place)) ? [other, place] : [place, other],
      },
    ];
  });
};

interface Form {
  readonly name: FoundName;
  /** The word that may differ. */
  readonly word: string;
}

/** The patterns of a name: each has another word left out. */
const patternsOf = ({ name }: FoundName): { pattern: string; word: string }[] => {
  const words = name.split(' ');
  return words.map((word, at) => ({ pattern: words.with(at, '').join(' '), word }));
};

/** The names that differ in one word have an equal pattern. */
const groupByPattern = (names: readonly FoundName[]): ReadonlyMap<string, readonly Form[]> =>
  Map.groupBy(
    names.flatMap((name) => patternsOf(name).map((form) => ({ ...form, name }))),
    ({ pattern }) => pattern,
  );

function rightForm(rare: FoundName, groups: ReadonlyMap<string, readonly Form[]>): FoundName | null {
  for (const { pattern, word } of patternsOf(rare)) {
    // A name of one word has nothing else that is equal, so more of its letters must be.
    const minLength = pattern === '' ? minLetters + 1 : minLetters;
    if (word.length < minLength) continue;
    const form = groups
      .get(pattern)
      ?.find(
        ({ name, word: other }) =>
          name.mentions >= timesAsOften * rare.mentions &&
          name !== rare &&
          isTypo(word, other, pattern === '' ? 1 : maxDifferent),
      );
    if (form) return form.name;
  }
  return null;
}

function isTypo(word: string, other: string, maxLetters: number): boolean {
  // Typos in the first letter are rare, but other names that differ in it are not.
  if (word === other || word.charAt(0) !== other.charAt(0)) return false;
  if (Math.abs(word.length - other.length) > maxLetters) return false;
  // “the Hales” are not a misspelt Hale.
  if (`${word}s` === other || `${other}s` === word) return false;
  const [one, two] = [[...word.toLowerCase()], [...other.toLowerCase()]];
  const different = (1 - similarityOf(one, two)) * (one.length + two.length);
  return different > 0 && Math.round(different) <= maxLetters;
}

/** Where each name is mentioned first. */
function firstPlaces({ chapters }: CheckedStory): Map<string, FactPassage> {
  const places = new Map<string, FactPassage>();
  for (const { chapter, sentence } of sentencesOf(chapters))
    for (const [at, { name }] of sentence.words.entries())
      if (name && !places.has(name.name)) places.set(name.name, placeOfWords(chapter, sentence.words, at, at + 1));
  return places;
}
