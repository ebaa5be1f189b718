import { titles } from './name-words.ts';
import { numberOf, readNumber, valueWords } from './value-numbers.ts';
import { dateOf, minutesOfDuration, weekdayOf } from './value-times.ts';
import { wordList, wordMap } from './word-list.ts';

/** How two values of an attribute are compared. The values are those of the table of attributes. */
export type ValueNormaliser =
  | 'text'
  | 'colour'
  | 'number'
  | 'length'
  | 'date'
  | 'weekday'
  | 'duration'
  | 'lifeState'
  | 'name'
  | 'entry'
  | 'journey';

const colourOf: ReadonlyMap<string, string> = new Map(
  Object.entries({
    grey: 'grey gray silver silvery ash ashen steel slate pewter',
    black: 'black raven jet ebony',
    brown: 'brown chestnut chocolate mahogany brunette',
    blonde: 'blonde blond fair flaxen golden gold straw yellow',
    red: 'red auburn ginger copper russet crimson scarlet titian carroty reddish strawberry',
    blue: 'blue azure sapphire cornflower indigo navy bluish cobalt',
    green: 'green emerald jade greenish olive',
    white: 'white snowy ivory',
    hazel: 'hazel',
    amber: 'amber',
    violet: 'violet purple lilac lavender mauve',
    pink: 'pink rose',
    orange: 'orange',
    turquoise: 'turquoise teal',
    dark: 'dark',
    pale: 'pale',
  }).flatMap(([colour, words]) => words.split(' ').map((word): [string, string] => [word, colour])),
);
const shades = wordList('dark pale light');

export const isColour = (word: string): boolean =>
  word.split('-').every((part) => colourOf.has(part) || shades.has(part) || part === 'bright');

const dead = wordList('dead died killed murdered slain drowned hanged executed buried deceased perished');
const articles = wordList('a an the his her their its my your our');
/** In centimetres. */
const lengths = wordMap({
  foot: 30.48,
  feet: 30.48,
  ft: 30.48,
  inch: 2.54,
  inches: 2.54,
  in: 2.54,
  metre: 100,
  metres: 100,
  meter: 100,
  meters: 100,
  m: 100,
  cm: 1,
  centimetre: 1,
  centimetres: 1,
  centimeter: 1,
  centimeters: 1,
});

/**
 * The canonical form of a value: the names of colours in alphabetical order, a number, centimetres, “year-month-day”
 * with “?” for an unknown part, the number of a weekday, minutes, `alive` or `dead`, or plain words.
 * Null when the value cannot be read as such.
 */
export function normaliseValue(normaliser: ValueNormaliser, value: string): string | null {
  switch (normaliser) {
    case 'colour':
      return coloursOf(value);
    case 'number':
      return textOf(numberOf(value));
    case 'length':
      return textOf(centimetresOf(value));
    case 'date':
      return dateText(value);
    case 'weekday':
      return textOf(weekdayOf(value));
    case 'duration':
      return textOf(minutesOfDuration(value));
    case 'lifeState':
      return valueWords(value).some((word) => dead.has(word))
        ? 'dead'
        : /\b(?:alive|living|lives)\b/i.test(value)
          ? 'alive'
          : null;
    case 'journey':
      return journeyText(value);
    case 'name':
    case 'entry':
      return (
        plainText(value, (word) => articles.has(word) || titles.has(word)) ??
        plainText(value, (word) => articles.has(word))
      );
    case 'text':
      return plainText(value, (word) => articles.has(word));
  }
}

const textOf = (value: number | null): string | null => (value === null ? null : String(value));

function plainText(value: string, isIgnored: (word: string) => boolean): string | null {
  const words = valueWords(value).filter((word) => !isIgnored(word));
  return words.length > 0 ? words.join(' ') : null;
}

function coloursOf(value: string): string | null {
  const words = valueWords(value);
  const found = new Set(words.flatMap((word) => colourOf.get(word) ?? []));
  // “dark brown” is brown, “dark” alone is a colour.
  if ([...found].some((colour) => !shades.has(colour))) for (const shade of shades) found.delete(shade);
  return found.size > 0 ? [...found].sort().join(' ') : null;
}

function centimetresOf(value: string): number | null {
  const marks = /(\d)\s?['’′]\s?(\d{1,2})?/.exec(value);
  if (marks) return Math.round(Number(marks[1]) * 30.48 + Number(marks[2] ?? 0) * 2.54);
  const words = valueWords(value);
  let [sum, isAfterFeet]: [number | null, boolean] = [null, false];
  for (let at = 0; at < words.length; at += 1) {
    const read = readNumber(words, at);
    if (!read) continue;
    const unit = lengths.get(words[read.end] ?? '');
    if (unit === undefined && !isAfterFeet) continue;
    sum = (sum ?? 0) + read.value * (unit ?? 2.54);
    isAfterFeet = unit === 30.48;
    at = unit === undefined ? read.end - 1 : read.end;
  }
  return sum === null ? null : Math.round(sum);
}

const partText = (part: number | null): string => (part === null ? '?' : String(part));

function dateText(value: string): string | null {
  const date = dateOf(value);
  return date && [date.year, date.month, date.day].map(partText).join('-');
}

function journeyText(value: string): string | null {
  const to = value.lastIndexOf(' to ');
  const minutes = minutesOfDuration(to < 0 ? value : value.slice(0, to));
  const place = to < 0 ? null : normaliseValue('name', value.slice(to + 4));
  return minutes === null || place === null ? null : `${minutes} ${place}`;
}

/** Durations may differ by this share, because stories round them. */
const durationTolerance = 0.15;
const lengthToleranceCm = 2;

/**
 * Whether two values are compatible, such as “green” and “grey-green”, “March 1911” and “4 March 1911”, “two days” and
 * “50 hours”. Values that cannot be parsed are compared as plain words.
 */
export function areSameValues(normaliser: ValueNormaliser, one: string, other: string): boolean {
  const [left, right] = [normaliseValue(normaliser, one), normaliseValue(normaliser, other)];
  if (left === null || right === null) return normaliseValue('text', one) === normaliseValue('text', other);
  if (left === right) return true;
  if (normaliser === 'colour') return contains(left, right) || contains(right, left);
  if (normaliser === 'date') return left.split('-').every((part, at) => areCompatible(part, right.split('-')[at]));
  if (normaliser === 'length') return Math.abs(Number(left) - Number(right)) <= lengthToleranceCm;
  if (normaliser === 'duration') return areClose(Number(left), Number(right));
  if (normaliser !== 'journey') return false;
  const [[minutes = '', ...place], [otherMinutes = '', ...otherPlace]] = [left.split(' '), right.split(' ')];
  return place.join(' ') === otherPlace.join(' ') && areClose(Number(minutes), Number(otherMinutes));
}

const contains = (all: string, some: string): boolean => some.split(' ').every((word) => all.split(' ').includes(word));
const areCompatible = (part: string, other: string | undefined): boolean =>
  part === other || part === '?' || other === '?';
const areClose = (one: number, other: number): boolean =>
  Math.abs(one - other) <= durationTolerance * Math.max(one, other);
