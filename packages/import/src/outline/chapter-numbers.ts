import { type SupportedLanguage, termsOf } from '@inkbear/press/language';
import { toRoman } from '../roman.ts';

const languages: readonly SupportedLanguage[] = ['en-GB', 'en-US', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'sv'];
/** Numbers that are recognised as words and in Roman numerals. */
const maxNumber = 200;

const normalise = (words: string): string =>
  words
    .toLowerCase()
    .replaceAll(/[\s-]+/g, ' ')
    .replaceAll(' and ', ' ')
    .trim();

let numbersByWords: ReadonlyMap<string, number> | undefined;

/** One to two hundred in ten languages. Made once, because it takes some milliseconds. */
function wordNumbers(): ReadonlyMap<string, number> {
  if (numbersByWords) return numbersByWords;
  const numbers = new Map<string, number>();
  for (const language of languages) {
    const { inWords } = termsOf(language);
    for (let number = 1; number <= maxNumber; number += 1) {
      const words = normalise(inWords(number));
      if (!numbers.has(words)) numbers.set(words, number);
    }
  }
  numbersByWords = numbers;
  return numbers;
}

const romanNumbers = new Map(Array.from({ length: maxNumber }, (_, index) => [toRoman(index + 1), index + 1]));

/** A number at the beginning of a text. */
export interface LeadingNumber {
  readonly number: number;
  /** How many units of the text it takes. */
  readonly length: number;
}

const maxWords = 6;

/** The numbers in words with which a text begins, the longest first: “one hundred days” begins with 100 and with 1. */
function leadingWords(text: string): LeadingNumber[] {
  const found: LeadingNumber[] = [];
  const words = /[\p{L}-]+/gu;
  for (let count = 1; count <= maxWords; count += 1) {
    const match = words.exec(text);
    if (!match || (count > 1 && text.slice(found.at(-1)?.length ?? 0, match.index).includes('\n'))) break;
    const length = match.index + match[0].length;
    const number = wordNumbers().get(normalise(text.slice(0, length)));
    if (number !== undefined) found.push({ number, length });
  }
  return found.reverse();
}

/** All readings of the number with which a text begins: digits, a Roman numeral, or words in one of ten languages. */
export function leadingNumbers(text: string): LeadingNumber[] {
  const [digits] = /^\d{1,4}(?![\d\p{L}])/u.exec(text) ?? [];
  if (digits !== undefined) return [{ number: Number(digits), length: digits.length }];
  const [roman] = /^[IVXLC]{1,9}(?![\p{L}\p{N}])/u.exec(text) ?? /^[ivxlc]{1,9}(?![\p{L}\p{N}])/u.exec(text) ?? [];
  const number = roman === undefined ? undefined : romanNumbers.get(roman.toUpperCase());
  if (roman !== undefined && number !== undefined) return [{ number, length: roman.length }];
  return leadingWords(text);
}
