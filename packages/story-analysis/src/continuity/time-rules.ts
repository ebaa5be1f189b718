import type { FactPassage } from '../extract/extract-facts.ts';
import type { TaggedSentence, TaggedWord } from '../extract/tagged-words.ts';
import { readNumber, valueWords } from '../extract/value-numbers.ts';
import { type PartialDate, weekdayName } from '../extract/value-times.ts';
import { lowerAt } from '../extract/word-list.ts';
import { type Contradiction, isFlashback, type Rule, storyDateOf } from './checked-story.ts';
import { datesIn, weekdayAt, weekdayOfDate } from './dates.ts';
import { isNarrated, isOtherTime, placeOf, placeOfWords, sentencesOf } from './sentences.ts';

/** “On Monday, 4 March 1911”, which was a Saturday. */
export const weekdayOfDateRule: Rule = (story) =>
  [...sentencesOf(story.chapters)].flatMap(({ chapter, sentence }) =>
    datesIn(sentence.words).flatMap(({ from, to, date, weekday }): Contradiction[] => {
      const storyDate = isOtherTime(sentence) ? null : storyDateOf(story, chapter);
      const right = weekdayOfDate(withYear(date, storyDate));
      const isRight = weekday === null || right === null || weekday === right;
      if (isRight || !sentence.words.slice(from, to).every(isNarrated)) return [];
      const place = placeOfWords(chapter, sentence.words, from, to);
      return [
        {
          rule: 'weekday-of-date',
          severity: 'error',
          text: `This date was a ${weekdayName(right)}, not a ${weekdayName(weekday)}.`,
          names: [],
          places: [place],
        },
      ];
    }),
  );

/** “4 March” is in the year of the chapter's date, if that is the same day. */
function withYear(date: PartialDate, storyDate: PartialDate | null): PartialDate {
  if (date.year !== null || storyDate === null) return date;
  return date.month === storyDate.month && date.day === storyDate.day ? storyDate : date;
}

/** The last weekday that a chapter has named. */
interface NamedDay {
  /** 1 is Monday. */
  readonly day: number;
  readonly place: FactPassage;
  /** The index of its sentence. */
  readonly index: number;
}

/** Maximum number of sentences between a weekday and a later “the next day” that refers to it. */
const maxSentencesBetween = 60;
/** Maximum number of words between “the next day” and its weekday. */
const maxWordsBetween = 9;

/** “On Monday … The next day, a Thursday, …” */
export const daySequenceRule: Rule = (story) =>
  story.chapters.flatMap((sentences, chapter) => {
    if (isFlashback(story, chapter)) return [];
    const contradictions: Contradiction[] = [];
    let namedDay: NamedDay | null = null;
    for (const [index, sentence] of sentences.entries()) {
      if (isOtherTime(sentence)) continue;
      const step = readStep(sentence, namedDay);
      if (step.days !== null && namedDay && index - namedDay.index <= maxSentencesBetween) {
        const expected = dayAfter(namedDay.day, step.days);
        if (step.weekday === null) namedDay = { day: expected, place: namedDay.place, index: namedDay.index };
        else if (step.weekday !== expected)
          contradictions.push(sequenceConflict(namedDay, placeOf(chapter, sentence), step.days, expected));
      }
      if (step.weekday !== null) namedDay = { day: step.weekday, place: placeOf(chapter, sentence), index };
    }
    return contradictions;
  });

const dayAfter = (day: number, days: number): number => ((day - 1 + days) % 7) + 1;

function sequenceConflict(namedDay: NamedDay, place: FactPassage, days: number, expected: number): Contradiction {
  const later = days === 1 ? 'The next day' : `${days} days later`;
  return {
    rule: 'day-sequence',
    severity: 'error',
    text: `${later} is a ${weekdayName(expected)}, if the day before is right.`,
    names: [],
    places: [namedDay.place, place],
  };
}

/** By how many days a sentence advances the story, and the weekday that it names; null for what it does not say. */
function readStep(
  { words }: TaggedSentence,
  namedDay: NamedDay | null,
): { days: number | null; weekday: number | null } {
  let [days, daysAt]: [number | null, number] = [null, -1];
  let weekday: number | null = null;
  for (let at = 0; at < words.length; at += 1) {
    if (!isNarrated(words[at] as TaggedWord)) continue;
    const step = namedDay ? daysLaterAt(words, at) : null;
    if (step !== null) [days, daysAt] = [step, at];
    const day = weekdayAt(words, at);
    if (day === null) continue;
    const belongsToStep = days !== null && at - daysAt <= maxWordsBetween;
    if (belongsToStep || isPresentDay(words, at)) weekday = day;
  }
  return { days, weekday };
}

/** “the next day”, “the following morning”, “the day after”, “two days later”. */
function daysLaterAt(words: readonly TaggedWord[], at: number): number | null {
  const [before, lower, next] = [lowerAt(words, at - 1), lowerAt(words, at), lowerAt(words, at + 1)];
  if (/^(?:next|following)$/.test(lower) && /^(?:day|morning|afternoon|evening|night)$/.test(next)) return 1;
  if (lower === 'day' && next === 'after' && before === 'the' && lowerAt(words, at + 2) !== 'tomorrow') return 1;
  if (lower !== 'days' || next !== 'later') return null;
  return readNumber(valueWords(before))?.value ?? null;
}

/** “every Sunday”, “until Monday”, “last Friday” name another day than that of the story. */
const isPresentDay = (words: readonly TaggedWord[], at: number): boolean =>
  !/^(?:every|each|last|next|this|most|until|till|by|since|from|before|after|following|previous|coming|past|or|than|for)$/.test(
    lowerAt(words, at - 1),
  );
