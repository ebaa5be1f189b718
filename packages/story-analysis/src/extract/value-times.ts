import { readNumber, valueWords } from './value-numbers.ts';
import { wordMap } from './word-list.ts';

const months = 'january february march april may june july august september october november december'.split(' ');
const weekdays = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');

/** A date of which some parts may be unknown. */
export interface PartialDate {
  readonly year: number | null;
  readonly month: number | null;
  readonly day: number | null;
}

const maxDay = 31;

/** Reads “4 March 1911”, “March 4th, 1911”, “the fourth of March”, “1911-03-04”, “March 1911”, “1911”. */
export function dateOf(value: string): PartialDate | null {
  const iso = /^\s*(\d{4})-(\d{2})-(\d{2})\s*$/.exec(value);
  if (iso) return { year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) };
  const words = valueWords(value);
  let [year, month, day]: [number | null, number | null, number | null] = [null, null, null];
  for (let at = 0; at < words.length; at += 1) {
    const found = monthOf(words[at] ?? '');
    if (found !== null) {
      month ??= found;
      continue;
    }
    const read = readNumber(words, at);
    if (!read) continue;
    if (read.value >= 1 && read.value <= maxDay) day ??= read.value;
    else year ??= read.value;
    at = read.end - 1;
  }
  if (month === null) return year === null ? null : { year, month: null, day: null };
  return { year, month, day };
}

/** The number of a month from 1, by its name or its first three letters in lower case. */
export function monthOf(word: string): number | null {
  if (word === 'sept') return 9;
  // “Mar” is rather a name.
  const index = months.findIndex((month) => month === word || (word !== 'mar' && month.slice(0, 3) === word));
  return index < 0 ? null : index + 1;
}

/** The name of a weekday, of which 1 is Monday; '' for another number. */
export function weekdayName(day: number): string {
  const name = weekdays[day - 1] ?? '';
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** 1 is Monday; null when no weekday is named. */
export function weekdayOf(value: string): number | null {
  for (const word of valueWords(value)) {
    const index = weekdays.findIndex((day) => day === word || `${day}s` === word);
    if (index >= 0) return index + 1;
  }
  return null;
}

const minutesOf = wordMap({
  minute: 1,
  hour: 60,
  day: 1440,
  night: 1440,
  week: 10_080,
  fortnight: 20_160,
  month: 43_200,
  season: 129_600,
  year: 525_600,
  decade: 5_256_000,
  century: 52_560_000,
  centuries: 52_560_000,
});

const unitOf = (word: string): number | null => minutesOf.get(word) ?? minutesOf.get(word.replace(/s$/, '')) ?? null;

/** The minutes of a duration such as “two days”, “half an hour”, “an hour and a half”, “a week and three days”. */
export function minutesOfDuration(value: string): number | null {
  const words = valueWords(value);
  let [sum, last]: [number | null, number] = [null, 0];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (
      word === 'half' &&
      sum !== null &&
      !unitOf(words[at + 1] ?? '') &&
      words[at + 1] !== 'an' &&
      words[at + 1] !== 'a'
    ) {
      sum += last / 2;
      continue;
    }
    const amount = amountAt(words, at);
    const unit = amount && unitOf(words[amount.end] ?? '');
    if (!amount || !unit) continue;
    sum = (sum ?? 0) + amount.value * unit;
    last = unit;
    at = amount.end;
  }
  return sum;
}

const fixedAmounts: readonly { readonly words: string; readonly value: number }[] = [
  { words: 'half a', value: 0.5 },
  { words: 'half an', value: 0.5 },
  { words: 'half', value: 0.5 },
  { words: 'quarter of an', value: 0.25 },
  { words: 'a couple of', value: 2 },
  { words: 'a whole', value: 1 },
  { words: 'a full', value: 1 },
];

function amountAt(words: readonly string[], at: number): { readonly value: number; readonly end: number } | null {
  for (const { words: text, value } of fixedAmounts) {
    const count = text.split(' ').length;
    if (words.slice(at, at + count).join(' ') === text) return { value, end: at + count };
  }
  const read = readNumber(words, at);
  if (!read) return /^an?$/.test(words[at] ?? '') ? { value: 1, end: at + 1 } : null;
  const isHalf = words.slice(read.end, read.end + 3).join(' ') === 'and a half';
  if (isHalf) return { value: read.value + 0.5, end: read.end + 3 };
  return { value: read.value, end: /^(?:full|whole|long)$/.test(words[read.end] ?? '') ? read.end + 1 : read.end };
}
