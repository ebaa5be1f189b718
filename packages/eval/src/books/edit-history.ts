import type { TextEdit } from '@inkbear/prose/text-edit';
import { createRandom, type Random } from '../random.ts';
import type { GeneratedBook } from './book.ts';

interface QuotePlace {
  readonly from: number;
  readonly to: number;
  readonly quote: string;
}

/** Where a quote is after the edits. */
export interface MovedQuote {
  readonly state: 'found' | 'changed' | 'lost';
  readonly from: number;
  readonly to: number;
}

export interface EditHistory {
  readonly before: string;
  /** One after the other; each in positions of the text at that moment. A cut and its paste are two edits. */
  readonly edits: readonly TextEdit[];
  readonly after: string;
  readonly quotes: readonly QuotePlace[];
  /** In the order of `quotes`. */
  readonly oracle: readonly MovedQuote[];
}

/** A text in which every unit remembers where it stood at first; -1 for units that were typed later. */
class TrackedText {
  text: string;
  #origins: number[];
  readonly edits: TextEdit[] = [];

  constructor(text: string) {
    this.text = text;
    this.#origins = Array.from(text, (_unit, at) => at);
    if (this.#origins.length !== text.length) throw new Error('The text must consist of single units.');
  }

  replace(from: number, to: number, insert: string, origins?: readonly number[]): void {
    this.edits.push({ from, to, insert });
    this.text = this.text.slice(0, from) + insert + this.text.slice(to);
    const inserted = origins ?? Array.from<number>({ length: insert.length }).fill(-1);
    this.#origins = [...this.#origins.slice(0, from), ...inserted, ...this.#origins.slice(to)];
  }

  originsOf(from: number, to: number): number[] {
    return this.#origins.slice(from, to);
  }

  /** The range of the present text that has the units of a range of the first text. */
  find(from: number, to: number): { from: number; to: number; kept: number } | null {
    let [first, last, kept] = [-1, -1, 0];
    for (const [at, origin] of this.#origins.entries()) {
      if (origin < from || origin >= to) continue;
      if (first < 0) first = at;
      last = at;
      kept += 1;
    }
    return first < 0 ? null : { from: first, to: last + 1, kept };
  }
}

/** With less than this share of its units a quote is lost. Edits either insert a few units or delete all of them. */
const keptShare = 0.9;

/** Edits chapters of a book `count` times in all, and says where the evidence of its facts is afterwards. */
export function createEditHistories(book: GeneratedBook, count: number): EditHistory[] {
  const perChapter = Math.ceil(count / book.chapters.length);
  return book.chapters.map((chapter, at) => {
    const quotes = book.facts
      .flatMap(({ place }) => (place?.chapter === at ? [place] : []))
      .map(({ from, to }) => ({ from, to, quote: chapter.text.slice(from, to) }))
      // When one of two equal passages is cut, nobody can say which one the other is.
      .filter(({ quote }) => chapter.text.indexOf(quote) === chapter.text.lastIndexOf(quote));
    const edits = Math.min(perChapter, count - at * perChapter);
    return editChapter(chapter.text, quotes, edits, createRandom(book.seed).fork(`edits ${at}`));
  });
}

function editChapter(before: string, quotes: readonly QuotePlace[], count: number, random: Random): EditHistory {
  const tracked = new TrackedText(before);
  // Every fifth quote is changed a little, every tenth is deleted, and no quote both.
  const order = random.shuffle(quotes.map((_quote, at) => at));
  const changed = order.filter((_item, at) => at % 5 === 0);
  const deleted = order.filter((_item, at) => at % 10 === 1);
  while (tracked.edits.length < count) {
    const edits = count - tracked.edits.length;
    const quote = quotes[(random.chance(0.2) ? (changed.pop() ?? deleted.pop()) : undefined) ?? -1];
    if (quote) editQuote(tracked, quote, random, changed.length + deleted.length);
    else if (edits >= 2 && random.chance(0.15)) moveParagraph(tracked, random);
    else editElsewhere(tracked, quotes, random);
  }
  const oracle = quotes.map((quote) => judge(tracked, quote));
  return { before, edits: tracked.edits, after: tracked.text, quotes, oracle };
}

/** Replaces a word in the middle of a quote, or deletes most of it. */
function editQuote(tracked: TrackedText, quote: QuotePlace, random: Random, rest: number): void {
  const now = tracked.find(quote.from, quote.to);
  if (!now || now.kept < quote.quote.length) return;
  if (rest % 3 === 0) return tracked.replace(now.from, now.to, '');
  const space = tracked.text.indexOf(' ', now.from + Math.floor(quote.quote.length / 2));
  if (space < 0 || space + 1 >= now.to) return;
  tracked.replace(space, space, random.pick([' so', ' now', ' too']));
}

/** Cuts a paragraph and pastes it before another one. */
function moveParagraph(tracked: TrackedText, random: Random): void {
  const from = startOfParagraph(tracked.text, random.int(0, tracked.text.length - 1));
  const end = tracked.text.indexOf('\n\n', from);
  if (end < 0) return;
  const to = end + 2;
  const [text, origins] = [tracked.text.slice(from, to), tracked.originsOf(from, to)];
  tracked.replace(from, to, '');
  const target = startOfParagraph(tracked.text, random.int(0, tracked.text.length - 1));
  tracked.replace(target, target, text, origins);
}

const startOfParagraph = (text: string, at: number): number => {
  const found = text.lastIndexOf('\n\n', at);
  return found < 0 ? 0 : found + 2;
};

const typed = [' It was late.', ' Nobody spoke.', ' And so on.', ' The rain went on.', ' That was all.'];

/** Types a sentence, or deletes some characters, where no quote is. */
function editElsewhere(tracked: TrackedText, quotes: readonly QuotePlace[], random: Random): void {
  const at = random.int(0, Math.max(0, tracked.text.length - 12));
  const length = random.chance(0.5) ? 0 : random.int(1, 12);
  const origins = tracked.originsOf(Math.max(0, at - 1), at + length + 1);
  if (origins.some((origin) => quotes.some(({ from, to }) => origin >= from && origin < to))) return;
  // Also between characters that were typed into a quote.
  const isInside = quotes.some(({ from, to }) => {
    const now = tracked.find(from, to);
    return now !== null && at < now.to && at + length > now.from;
  });
  if (isInside) return;
  tracked.replace(at, at + length, length === 0 ? random.pick(typed) : '');
}

function judge(tracked: TrackedText, { from, to, quote }: QuotePlace): MovedQuote {
  const now = tracked.find(from, to);
  if (!now || now.kept < keptShare * quote.length) return { state: 'lost', from: 0, to: 0 };
  const isSame = tracked.text.slice(now.from, now.to) === quote;
  return { state: isSame ? 'found' : 'changed', from: now.from, to: now.to };
}
