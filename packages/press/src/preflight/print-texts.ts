import { geometryOf, bleedWidth } from '../geometry.ts';
import { cleanLine, titleOf } from '../manuscript.ts';
import { normaliseForComparison } from '../verify/compare-texts.ts';
import { type CheckResult, found, rectOf, retryText } from './finding.ts';
import { isRightHand, type PrintInput } from './print-input.ts';
import type { PdfText } from '../verify/pdf-page.ts';
import type { Checks } from './rule-sets.ts';

/** Title page and copyright page are among the first pages. */
const firstPages = 24;

const textOfFirstPages = ({ contents }: PrintInput): string =>
  contents.pages
    .slice(0, firstPages)
    .map(({ texts }) => texts.map(({ text }) => text).join(''))
    .join('\n');

const checkName = (input: PrintInput, name: string, what: string): CheckResult[] => {
  const target = { kind: 'details', id: what } as const;
  if (name.trim() === '')
    return [found('warning', `Your book has no ${what}.`, 'Enter it in the settings of the book.', { target })];
  const missingCharacters = new Set(input.missingCharacters);
  const wanted = normaliseForComparison(name, missingCharacters);
  if (wanted === '' || normaliseForComparison(textOfFirstPages(input), missingCharacters).includes(wanted)) return [];
  return [
    found('error', `The ${what} of your book is not on its first pages.`, retryText, {
      limit: name,
      target,
    }),
  ];
};

/** `ISBN 978-…` or `ISBN-13: 978-…`. */
const printedIsbn = /ISBN(?:[ -]1[03](?![\d-]))?\D{0,8}(\d[\dX \u2010-\u2015-]{8,20})/gi;
const digitsOf = (text: string): string => text.replaceAll(/[^\dX]/gi, '').toUpperCase();

const checkIsbn = (input: PrintInput): CheckResult[] => {
  const isbn = input.manuscript.isbn ?? '';
  const printed = [...textOfFirstPages(input).matchAll(printedIsbn)].map(([, digits = '']) => digits.trim());
  const target = { kind: 'design', id: 'isbnPrint' } as const;
  const others = printed.filter((each) => !digitsOf(each).startsWith(digitsOf(isbn) || '-'));
  const wrong = others.map((each) =>
    isbn === ''
      ? found('warning', 'Your book shows an ISBN, but its settings have none.', 'Enter it in the settings too.', {
          measured: each,
          target,
        })
      : found(
          'error',
          'The ISBN printed in your book differs from the one in its settings.',
          'Use the ISBN of the print edition.',
          { measured: each, limit: isbn, target: { kind: 'matter', id: 'copyright' } },
        ),
  );
  if (isbn === '' || printed.length > others.length) return wrong;
  return [...wrong, found('error', 'The ISBN of your book is not on its first pages.', retryText, { limit: isbn })];
};

const romanDigits: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };

const valueOfRoman = (text: string): number => {
  const digits = Array.from(text, (letter) => romanDigits[letter] ?? 0);
  return digits.reduce((sum, digit, at) => sum + (digit < (digits[at + 1] ?? 0) ? -digit : digit), 0);
};

interface PrintedNumber {
  index: number;
  text: string;
  kind: 'roman' | 'arabic';
  value: number;
  place: PdfText;
}

const baselineTolerance = 0.5;

/** The page number of a page: alone at its foot, or at the outer end of the running head. */
const printedNumber = ({ contents, design }: PrintInput, index: number): PrintedNumber | undefined => {
  const { footBaseline, headBaseline } = geometryOf(design);
  const y = (design.folio === 'foot' ? footBaseline : headBaseline) + (design.bleed ? bleedWidth : 0);
  const line = (contents.pages[index]?.texts ?? [])
    .filter((text) => Math.abs(text.y - y) < baselineTolerance)
    .sort((a, b) => a.x - b.x);
  const place = isRightHand(index) ? line.at(-1) : line[0];
  const text = place?.text.trim() ?? '';
  if (!place || !/^(?:\d{1,5}|[ivxlcdm]{1,12})$/.test(text)) return undefined;
  const kind = /^\d/.test(text) ? 'arabic' : 'roman';
  return { index, text, kind, value: kind === 'arabic' ? Number(text) : valueOfRoman(text), place };
};

const checkPageNumbers = (input: PrintInput): CheckResult[] => {
  if (input.design.folio === 'none') return [];
  const last: Partial<Record<PrintedNumber['kind'], PrintedNumber>> = {};
  return input.contents.pages.flatMap((page, index): CheckResult[] => {
    const number = printedNumber(input, index);
    if (!number) return [];
    const before = last[number.kind];
    last[number.kind] = number;
    const expected = before && before.value + index - before.index;
    const isInOrder = expected === undefined || number.value === expected;
    if (isInOrder && (number.value % 2 === 1) === isRightHand(index)) return [];
    const reason = isInOrder
      ? 'An odd page number is on a left-hand page, or an even one on a right-hand page.'
      : 'The page numbers are not in order.';
    const rect = number.place.ink ? rectOf(number.place.ink, page.height) : null;
    const limit = isInOrder ? null : String(expected);
    return [found('error', reason, retryText, { page: index + 1, rect, measured: number.text, limit })];
  });
};

/** The checks of what the pages say. */
export const textChecks: Checks<PrintInput> = {
  'page-numbers': checkPageNumbers,
  title: (input) => checkName(input, titleOf(input.manuscript), 'title'),
  author: (input) => checkName(input, cleanLine(input.manuscript.author), 'author'),
  isbn: checkIsbn,
};
