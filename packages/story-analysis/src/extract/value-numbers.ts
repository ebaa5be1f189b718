const ones =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const ordinalOnes =
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'.split(
    ' ',
  );
const ordinalTens = 'twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth'.split(' ');

const smallNumbers: ReadonlyMap<string, number> = new Map([
  ...ones.map((word, value): [string, number] => [word, value]),
  ...tens.map((word, index): [string, number] => [word, (index + 2) * 10]),
  ...ordinalOnes.map((word, value): [string, number] => [word, value]),
  ...ordinalTens.map((word, index): [string, number] => [word, (index + 2) * 10]),
  ['fourty', 40],
  ['dozen', 12],
]);

/** The words of a value in lower case: letters, digits and decimal points, without hyphens and ordinal endings. */
export const valueWords = (value: string): string[] =>
  Array.from(
    value
      .toLowerCase()
      .replaceAll(/(\d),(?=\d{3})/g, '$1')
      .matchAll(/\d+(?:\.\d+)?|[\p{L}\p{M}]+/gu),
    ([word]) => word,
  );

/** A number, and the index of the word after it. */
export interface ReadNumber {
  readonly value: number;
  readonly end: number;
}

/**
 * Reads the number that begins at a word: up to 9,999, in digits or words, such as “nine thousand and one”, “nineteen
 * hundred and two”, “nineteen eleven”.
 */
export function readNumber(words: readonly string[], from = 0): ReadNumber | null {
  const first = words[from] ?? '';
  if (/^\d/.test(first)) return { value: Number(first), end: from + 1 };
  const hasArticle = first === 'a' && /^(?:hundred|thousand|dozen)$/.test(words[from + 1] ?? '');
  let read: PartialNumber = { sum: 0, part: hasArticle ? 1 : -1 };
  let at = hasArticle ? from + 1 : from;
  for (; at < words.length; at += 1) {
    const next = at > from && isLink(words, at, read) ? read : addWord(read, words[at] ?? '');
    if (next === null) break;
    read = next;
  }
  return read.part < 0 || at === from ? null : { value: read.sum + read.part, end: at };
}

/** “and” in “nine hundred and one”. */
const isLink = (words: readonly string[], at: number, { part }: PartialNumber): boolean =>
  words[at] === 'and' && smallNumbers.has(words[at + 1] ?? '') && part % 100 === 0;

interface PartialNumber {
  /** The thousands. */
  readonly sum: number;
  /** What is below a thousand; −1 before the first word. */
  readonly part: number;
}

/** The number with one more word, or null when the word is not part of it. */
function addWord({ sum, part }: PartialNumber, word: string): PartialNumber | null {
  const small = smallNumbers.get(word);
  const joined = small === undefined ? null : joinSmall(part, small);
  if (joined !== null) return { sum, part: joined };
  if (word === 'hundred' && part > 0 && part < 100) return { sum, part: part * 100 };
  return word === 'thousand' && part > 0 && part < 10 && sum === 0 ? { sum: part * 1000, part: 0 } : null;
}

/** “twenty” “one”, “hundred” “five”, “nineteen” “eleven”; null when the second one begins another number. */
function joinSmall(part: number, small: number): number | null {
  if (part <= 0) return small;
  if (part % 100 === 0) return part + small;
  const isTens = part % 10 === 0 && part % 100 >= 20;
  if (isTens && small > 0 && small < 10) return part + small;
  const isYear = part >= 10 && part < 100 && small >= 10;
  return isYear ? part * 100 + small : null;
}

/** The first number of a value, e.g. of “thirty-one years old”. */
export function numberOf(value: string): number | null {
  const words = valueWords(value);
  for (let at = 0; at < words.length; at += 1) {
    const read = readNumber(words, at);
    if (read) return read.value;
  }
  return null;
}
