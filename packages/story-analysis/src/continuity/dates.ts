import { textBetween } from '../extract/pattern-context.ts';
import type { TaggedWord } from '../extract/tagged-words.ts';
import { readNumber, valueWords } from '../extract/value-numbers.ts';
import { dateOf, monthOf, type PartialDate, weekdayOf } from '../extract/value-times.ts';
import { lowerAt } from '../extract/word-list.ts';

/** A date in a sentence, with the weekday that is said of it. Indexes of words; `to` is exclusive. */
export interface DateMention {
  readonly from: number;
  readonly to: number;
  readonly date: PartialDate;
  /** 1 is Monday; null when none is named. */
  readonly weekday: number | null;
}

const maxWordsBefore = 4;
const maxWordsAfter = 5;

/** The dates of a sentence, such as “Monday, 4 March 1911” and “on the 4th of March”. */
export function datesIn(words: readonly TaggedWord[]): DateMention[] {
  return words.flatMap((word, at) => {
    if (monthOf(word.lower) === null || !isCapital(word)) return [];
    const from = trimmedStart(words, at);
    const to = trimmedEnd(words, at);
    const date = to - from > 1 ? dateOf(textBetween(words, from, to)) : null;
    if (!date || (date.day === null && date.year === null)) return [];
    return [withWeekday(words, { from, to, date, weekday: null })];
  });
}

const isCapital = ({ text }: TaggedWord): boolean => text.charAt(0) !== text.charAt(0).toLowerCase();
const isNumber = (lower: string): boolean => readNumber(valueWords(lower)) !== null;
const isFiller = (lower: string): boolean => /^(?:the|of|,)$/.test(lower);

function trimmedStart(words: readonly TaggedWord[], month: number): number {
  let from = month;
  for (let at = month - 1; at >= Math.max(0, month - maxWordsBefore); at -= 1) {
    const lower = lowerAt(words, at);
    if (isNumber(lower)) from = at;
    else if (!isFiller(lower)) break;
  }
  return from;
}

function trimmedEnd(words: readonly TaggedWord[], month: number): number {
  let to = month + 1;
  for (let at = month + 1; at <= Math.min(words.length - 1, month + maxWordsAfter); at += 1) {
    const lower = lowerAt(words, at);
    if (isNumber(lower)) to = at + 1;
    else if (!isFiller(lower)) break;
  }
  return to;
}

/** Adds the weekday before the date, or after it as in “4 March 1911, a Monday”. */
function withWeekday(words: readonly TaggedWord[], mention: DateMention): DateMention {
  let before = mention.from - 1;
  while (isFiller(lowerAt(words, before))) before -= 1;
  const day = weekdayAt(words, before);
  if (day !== null) return { ...mention, from: before, weekday: day };
  let after = mention.to;
  while (/^(?:,|a|\(|which|was)$/.test(lowerAt(words, after)) && after < mention.to + 3) after += 1;
  const later = after > mention.to ? weekdayAt(words, after) : null;
  return later === null ? mention : { ...mention, to: after + 1, weekday: later };
}

/** The weekday that a word names, 1 for Monday; null for another word and for “Mondays”. */
export function weekdayAt(words: readonly TaggedWord[], at: number): number | null {
  const word = words[at];
  return word && isCapital(word) && !word.lower.endsWith('days') ? weekdayOf(word.lower) : null;
}

/** Before this year, countries had different calendars. */
const firstYear = 1753;

/** The weekday of a date, 1 for Monday; null when the date does not exist or is older than the calendar of today. */
export function weekdayOfDate({ year, month, day }: PartialDate): number | null {
  if (year === null || month === null || day === null || year < firstYear) return null;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 ? ((date.getUTCDay() + 6) % 7) + 1 : null;
}
