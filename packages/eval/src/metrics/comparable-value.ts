import { attributes } from '@inkbear/contracts/bible/attributes';

const units =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
/** Words that say nothing about a value. */
const fillers = new Set(
  'a an the of on in at to by with her his their my its and who was is very rather scar eyes eyed hair haired voice'.split(
    ' ',
  ),
);
const colours = new Map(
  Object.entries({ gray: 'grey', golden: 'gold', blond: 'yellow', blonde: 'yellow', fair: 'yellow', ginger: 'red' }),
);
const knownColours = new Set(
  'grey green brown blue hazel black amber red white auburn copper yellow gold violet purple silver orange pink'.split(
    ' ',
  ),
);

const months = 'january february march april may june july august september october november december'.split(' ');
const hoursOf = new Map(
  Object.entries({ minute: 1 / 60, hour: 1, day: 24, week: 168, fortnight: 336, month: 720, year: 8760 }),
);

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}’']+/gu) ?? [];

/** Reads a whole number in digits or English words, as in `forty-three` or `two thousand`. Null when there is none. */
export function readNumber(text: string): number | null {
  let [total, current, isNumber] = [0, 0, false];
  for (const word of wordsOf(text.replaceAll(',', ''))) {
    const unit = units.indexOf(word);
    const ten = tens.indexOf(word);
    if (/^\d+$/.test(word)) current += Number(word);
    else if (unit >= 0) current += unit;
    else if (ten >= 2) current += ten * 10;
    else if (word === 'hundred') current = Math.max(1, current) * 100;
    else if (word === 'thousand') [total, current] = [total + Math.max(1, current) * 1000, 0];
    else if (word === 'half') current += 0.5;
    else continue;
    isNumber = true;
  }
  return isNumber ? total + current : null;
}

function normaliseColour(value: string): string {
  const words = wordsOf(value).map((word) => colours.get(word) ?? word);
  return words.findLast((word) => knownColours.has(word)) ?? contentOf(value);
}

/** In inches, from feet and inches in digits or words. */
function normaliseLength(value: string): string {
  const text = value.toLowerCase();
  const [feet = '', inches = ''] = text.split(/foot|feet|ft|['’′]/);
  const number = readNumber(feet);
  return number === null ? contentOf(value) : String(number * 12 + (readNumber(inches) ?? 0));
}

/** The parts of a date that are known: the year, the name of the month, and the day in digits or as an ordinal. */
function normaliseDate(value: string): string {
  const words = wordsOf(value);
  const month = words.find((word) => months.includes(word));
  const year = words.find((word) => /^\d{3,4}$/.test(word));
  const day = words.flatMap((word) => /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(word)?.[1] ?? ordinalOf(word) ?? []);
  const parts = [year, month, day[0] && String(Number(day[0]))].filter((part) => part !== undefined);
  return parts.length > 0 ? parts.join(' ') : contentOf(value);
}

const ordinals =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'.split(
    ' ',
  );
function ordinalOf(word: string): string | null {
  const at = ordinals.indexOf(word);
  return at < 0 ? null : String(at + 1);
}

/** In hours: the sum of all parts, as in `a week and three days` and `an hour and a half`. */
function normaliseDuration(value: string): string {
  let [hours, unit] = [0, 1];
  for (const part of value.toLowerCase().split(/\band\b|,/)) {
    const named = wordsOf(part).flatMap((word) => hoursOf.get(word.replace(/s$/, '')) ?? []);
    unit = named[0] ?? unit;
    hours += (readNumber(part) ?? (named.length > 0 ? 1 : 0)) * unit;
  }
  return String(Math.round(hours * 100) / 100);
}

/** A duration and the other place, as in `two days to Harrow`. */
function normaliseJourney(value: string): string {
  const [duration = '', ...to] = value.split(' to ');
  return `${normaliseDuration(duration)} ${to.join(' to ').trim().toLowerCase()}`;
}

const contentOf = (value: string): string =>
  wordsOf(value)
    .filter((word) => !fillers.has(word))
    .join(' ');

function normaliseLifeState(value: string): string {
  if (/dead|died|death|killed|buried/i.test(value)) return 'dead';
  return /alive|living/i.test(value) ? 'alive' : contentOf(value);
}

const normalisers = new Map(attributes.map(({ key, normaliser }) => [key, normaliser]));

/**
 * A value in the form in which values of this attribute are compared. Names of entries stay as they are. It shares no code
 * with the product on purpose, so that a bug there cannot hide itself here.
 */
export function comparableValue(attribute: string, value: string): string {
  switch (normalisers.get(attribute)) {
    case 'colour':
      return normaliseColour(value);
    case 'date':
      return normaliseDate(value);
    case 'number':
      return String(readNumber(value) ?? contentOf(value));
    case 'length':
      return normaliseLength(value);
    case 'duration':
      return normaliseDuration(value);
    case 'journey':
      return normaliseJourney(value);
    case 'lifeState':
      return normaliseLifeState(value);
    case 'entry':
    case 'name':
      return value.trim();
    case 'text':
    case 'weekday':
    case undefined:
      return contentOf(value);
  }
}

/** Attributes that are compared word by word, so that a part of the value is the same value. */
export const isFreeText = (attribute: string): boolean => normalisers.get(attribute) === 'text';
export const isEntryValue = (attribute: string): boolean =>
  ['entry', 'name'].includes(normalisers.get(attribute) ?? '');

/** Whether two normalised texts share the words of the shorter one, at least half of those of the longer one. */
export function isSameText(one: string, other: string): boolean {
  const [short, long] = [one.split(' '), other.split(' ')].sort((a, b) => a.length - b.length);
  if (!short || !long || one === '' || other === '') return one === other;
  return short.every((word) => long.includes(word)) && short.length * 2 >= long.length;
}
