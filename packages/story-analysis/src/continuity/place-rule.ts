import type { FactPassage } from '../extract/extract-facts.ts';
import type { TaggedSentence, TaggedWord } from '../extract/tagged-words.ts';
import { readNumber, valueWords } from '../extract/value-numbers.ts';
import type { PartialDate } from '../extract/value-times.ts';
import { lowerAt } from '../extract/word-list.ts';
import { type CheckedStory, type Contradiction, isFlashback, type Rule } from './checked-story.ts';
import { datesIn } from './dates.ts';
import { isNarrated, isOtherTime, placeOf, sentencesOf } from './sentences.ts';

/** Somebody is somewhere at an hour of a day. */
interface Presence {
  readonly name: string;
  readonly where: string;
  readonly hour: string;
  readonly place: FactPassage;
}

/** Somebody is at two places at the same hour of the same day. */
export const twoPlacesRule: Rule = (story) => {
  const regions = regionsOf(story);
  const presences = [...sentencesOf(story.chapters)].flatMap(({ chapter, sentence }) =>
    isFlashback(story, chapter) ? [] : presencesIn(chapter, sentence),
  );
  const groups = Map.groupBy(presences, ({ name, hour }) => JSON.stringify([name, hour]));
  return [...groups.values()].flatMap(([first, ...others]): Contradiction[] => {
    const other = first && others.find(({ where }) => where !== first.where && !areNested(regions, first.where, where));
    if (!first || !other) return [];
    return [
      {
        rule: 'two-places-at-once',
        severity: 'error',
        text: `${first.name} is in ${first.where} here and, at the same hour, in ${other.where} there.`,
        names: [first.name, first.where, other.where],
        places: [first.place, other.place],
      },
    ];
  });
};

/** The places to which a place belongs. */
function regionsOf({ facts }: CheckedStory): ReadonlyMap<string, ReadonlySet<string>> {
  const regions = new Map<string, Set<string>>();
  for (const { name, attribute, value } of facts)
    if (attribute === 'partOf') regions.set(name, (regions.get(name) ?? new Set()).add(value));
  return regions;
}

const areNested = (regions: ReadonlyMap<string, ReadonlySet<string>>, one: string, other: string): boolean =>
  regions.get(one)?.has(other) === true || regions.get(other)?.has(one) === true;

function presencesIn(chapter: number, sentence: TaggedSentence): Presence[] {
  const { words } = sentence;
  const hour = hourIn(words);
  const date = hour === null ? undefined : datesIn(words).find(({ from }) => words[from]?.isSpoken === false);
  if (hour === null || !date || isOtherTime(sentence)) return [];
  const name = personIn(words);
  const where = whereIn(words);
  if (name === null || where === null) return [];
  return [{ name, where, hour: `${hour} ${dateText(date.date)}`, place: placeOf(chapter, sentence) }];
}

const dateText = ({ year, month, day }: PartialDate): string => [year, month, day].map(String).join('-');

/** The hour of the day that a sentence names: “at noon”, “as the clock struck twelve”, “at three o'clock”. */
function hourIn(words: readonly TaggedWord[]): string | null {
  for (const [at, word] of words.entries()) {
    if (!isNarrated(word)) continue;
    if (/^(?:noon|midday)$/.test(word.lower)) return '12';
    if (/^(?:midnight|dawn|sunrise|sunset|dusk)$/.test(word.lower)) return word.lower;
    const isHour =
      lowerAt(words, at - 1) === 'struck' || /^o'?clock$/.test(lowerAt(words, at + 1)) || isClock(words, at);
    const number = isHour ? readNumber(valueWords(word.lower)) : null;
    if (number) return String(number.value);
  }
  return null;
}

/** “three o'clock” in the tokens of the tagger. */
const isClock = (words: readonly TaggedWord[], at: number): boolean =>
  lowerAt(words, at + 1) === 'o' && /clock$/.test(lowerAt(words, at + 3));

/** The first person whom a sentence tells of: not “with Tom” and not “Tom's”. */
function personIn(words: readonly TaggedWord[]): string | null {
  const person = words.find(
    ({ name, isSpoken }, at) =>
      name?.kind === 'character' && !isSpoken && words[at - 1]?.pos !== 'ADP' && words[at + 1]?.lemma !== "'s",
  );
  return person?.name?.name ?? null;
}

/** The place after “in”, “at” or “on”, or behind one of them: “on the bridge in Harrow”, “in the court of Harrow”. */
function whereIn(words: readonly TaggedWord[]): string | null {
  const at = words.findIndex(({ name, isSpoken }, index) => {
    if (name?.kind !== 'place' || isSpoken) return false;
    const before = lowerAt(words, index - 1) === 'the' ? index - 2 : index - 1;
    return /^(?:in|at|on|of|outside|inside)$/.test(lowerAt(words, before));
  });
  return words[at]?.name?.name ?? null;
}
