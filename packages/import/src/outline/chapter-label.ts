import { importLimits } from '../limits.ts';
import { type LeadingNumber, leadingNumbers } from './chapter-numbers.ts';

/** “Chapter” in the languages of the press and some others. */
const chapterWords = new Set([
  'chapter',
  'ch',
  'kapitel',
  'kap',
  'chapitre',
  'capítulo',
  'capitulo',
  'capitolo',
  'hoofdstuk',
  'rozdział',
  'luku',
  'kapittel',
  'capitol',
  'kapitola',
  'fejezet',
  'глава',
  'розділ',
  'κεφάλαιο',
]);
const partWords = new Set([
  'part',
  'book',
  'volume',
  'teil',
  'buch',
  'partie',
  'livre',
  'parte',
  'libro',
  'deel',
  'boek',
  'livro',
  'część',
  'księga',
  'del',
  'bok',
  'osa',
  'часть',
]);

/** The number of a chapter as it is printed above or before its title. */
export interface ChapterLabel {
  /** Whether it has the word “Chapter”. */
  readonly hasWord: boolean;
  /** Null for “The Last Chapter” and the like. */
  readonly number: number | null;
  /** The title after the number; '' if the label stands alone. */
  readonly title: string;
  /** Whether a sign or a line break divides number and title, so that the number cannot be a part of the title. */
  readonly isDivided: boolean;
}

/** Longer texts are no labels. */
const maxUnits = 160;

/**
 * Parses texts such as “Chapter Seven”, “Kapitel 7: Schnee”, “VII” and “7. Snow”; null for others.
 * @param expected the next number, which decides how “Chapter One Hundred Days” is read
 */
export function parseLabel(text: string, expected: number | null = null): ChapterLabel | null {
  const clean = text.trim();
  if (clean === '' || clean.length > maxUnits) return null;
  const [first = ''] = /^\p{L}+/u.exec(clean) ?? [];
  if (chapterWords.has(first.toLowerCase())) {
    const rest = clean.slice(first.length).replace(/^\.?\s+/, '');
    if (rest === '') return { hasWord: true, number: null, title: '', isDivided: false };
    const label = parseNumber(rest, expected);
    return label && { ...label, hasWord: true };
  }
  return parseOrdinal(clean) ?? parseNumber(clean, expected);
}

const divider = /^\s*[:.)–—|\-\n]/;

function parseNumber(text: string, expected: number | null): ChapterLabel | null {
  const readings = leadingNumbers(text);
  const reading = readings.find(({ number }) => number === expected) ?? readings[0];
  return reading ? labelOf(text, reading) : null;
}

function labelOf(text: string, { number, length }: LeadingNumber): ChapterLabel {
  const after = text.slice(length);
  const isDivided = divider.test(after);
  const title = after.replace(/^[\s:.)–—|-]+/, '').trim();
  return { hasWord: false, number, title, isDivided: isDivided && title !== '' };
}

/** “Erstes Kapitel”, “3. Kapitel”, “Premier chapitre”. */
function parseOrdinal(text: string): ChapterLabel | null {
  const [before, word, ...more] = text.split(/\s+/);
  if (before === undefined || word === undefined || more.length > 0) return null;
  if (!chapterWords.has(word.toLowerCase())) return null;
  const [digits] = /^\d{1,3}/.exec(before) ?? [];
  return { hasWord: true, number: digits === undefined ? null : Number(digits), title: '', isDivided: false };
}

/** Whether a text is the title of a part of a book, such as “Part Two: Winter”. */
export function isPartTitle(text: string): boolean {
  const [first = ''] = /^\p{L}+/u.exec(text.trim()) ?? [];
  if (!partWords.has(first.toLowerCase())) return false;
  return leadingNumbers(text.trim().slice(first.length).trim()).length > 0;
}

/** Whether a heading is a number, or begins with one that a sign divides from the title. */
const isNumber = (label: ChapterLabel | null): boolean =>
  label !== null && !label.hasWord && (label.title === '' || label.isDivided);

/** Gives chapters their titles in order. Numbers are left out where Inkbear prints its own. */
export class ChapterTitles {
  readonly #areNumbered: boolean;
  #expected = 1;

  /** @param headings those of all chapters: whether “Seven” is a number or a title depends on the others */
  constructor(headings: readonly string[]) {
    const numbered = headings.filter((heading) => isNumber(parseLabel(heading)));
    this.#areNumbered = numbered.length >= 2 && numbered.length >= headings.length * 0.5;
  }

  /** @param text the heading of a chapter; lines are separated by line breaks */
  next(text: string): string {
    const label = parseLabel(text, this.#expected);
    const whole = oneLine(text);
    if (!label) return whole;
    const isNext = label.number === this.#expected || label.number === 1;
    if (!label.hasWord && (!isNext || !this.#areNumbered)) return whole;
    if (!label.isDivided && label.title !== '' && !(label.hasWord && isNext)) return whole;
    const number = label.number ?? this.#expected;
    this.#expected = number + 1;
    return label.title === '' ? `Chapter ${number}` : oneLine(label.title);
  }

  /** The title of a chapter without a heading. */
  nextUntitled(): string {
    const title = `Chapter ${this.#expected}`;
    this.#expected += 1;
    return title;
  }
}

/** A title on one line, as long as a title may be. */
export const oneLine = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').trim().slice(0, importLimits.titleUnits).toWellFormed().trim();
