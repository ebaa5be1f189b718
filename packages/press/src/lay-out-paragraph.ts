import { type Break, breakIntoLines, breakLines, type LineShape } from './break-lines.ts';
import type { Design } from './design.ts';
import type { Geometry } from './geometry.ts';
import { finishItems, type Item, lastResort, lineStart } from './line-items.ts';
import type { Points, PositionedWord, TextLine } from './page.ts';
import type { Glyph } from './shape.ts';
import type { FacedRun } from './styled-text.ts';
import { type ParagraphItems, pushItem, pushWord, type WordContext } from './word-items.ts';

/** What every layout function needs besides the text. */
export interface LayoutContext extends WordContext {
  readonly design: Design;
  readonly geometry: Geometry;
}

export interface ParagraphStyle {
  /** Font size. */
  size: Points;
  /** Width of the lines. */
  measure: Points;
  align: 'justify' | 'left' | 'center' | 'right';
  /** Space before the first line; default none. */
  indent?: Points;
  /** Space before each of the first `count` lines, for an initial; default none. */
  firstLines?: { count: number; shift: Points };
  /** Whether words may be hyphenated; default false. */
  hyphens?: boolean;
  /** Extra space after each letter, in thousandths of an em. */
  tracking?: number;
}

/** Width of a word space, and by how much it may grow and shrink, in thousandths of an em. */
const wordSpace = { kind: 'glue', width: 228, stretch: 122, shrink: 64 } as const satisfies Item;
/** Stretch at the end of a line that is not justified, so that its word spaces keep their width. */
const raggedStretch = 3000;
/** Stretch at the end of a justified paragraph, which fills its last line. */
const fillingStretch = 1e6;
const noBreak = { kind: 'penalty', width: 0, cost: lastResort, flagged: false } as const satisfies Item;

/** A justified paragraph's last line has at least as many characters, and is at least as many indents wide. */
const minLastLine = { characters: 6, indents: 1.5 };

const dashAtStart = /^[–—]/;
const initials = /^(?:\p{Lu}\.)+$/u;
const digitAtEnd = /\d$/;
/** Without the inch, because “in” is mostly another word: “in 1990 in Leeds”. */
const unitAtStart =
  /^(?:%|‰|°[CF]?|[kcm]?m[²³]?|km\/h|mph|ft|yd|mi|[km]?g|lbs?|oz|[mcd]?l|k?W|k?V|[ap]\.?m\.?|[€£$])(?![\p{L}\p{N}])/u;

/** Whether two words belong on one line: a dash is not at the beginning of a line, an initial not at its end. */
const belongTogether = (before: string, after: string): boolean =>
  dashAtStart.test(after) || initials.test(before) || (digitAtEnd.test(before) && unitAtStart.test(after));

const pushSpace = (paragraph: ParagraphItems, { align }: ParagraphStyle, mayBreak: boolean): void => {
  if (!mayBreak) pushItem(paragraph, noBreak);
  if (align === 'justify') return pushItem(paragraph, wordSpace);
  if (!mayBreak) return pushItem(paragraph, { ...wordSpace, stretch: 0, shrink: 0 });
  pushItem(paragraph, { kind: 'glue', width: 0, stretch: raggedStretch, shrink: 0 });
  pushItem(paragraph, { kind: 'penalty', width: 0, cost: 0, flagged: false });
  pushItem(paragraph, { kind: 'glue', width: wordSpace.width, stretch: -raggedStretch, shrink: 0 });
};

/** A word, or its part in one style. */
interface WordPart {
  text: string;
  run: FacedRun;
  /** The previous word, if a space separates them; undefined inside a word and at the beginning. */
  before: string | undefined;
  isLast: boolean;
}

/** Divides runs into words. A word may have parts in several runs. */
const listWordParts = (runs: readonly FacedRun[]): WordPart[] => {
  const parts: WordPart[] = [];
  let before: string | undefined;
  let word = '';
  for (const run of runs) {
    for (const text of run.text.split(/([ \t\n]+)/)) {
      if (text === '') continue;
      if (/^[ \t\n]/.test(text)) {
        before = word === '' ? before : word;
        word = '';
        continue;
      }
      parts.push({ text, run, before: word === '' ? before : undefined, isLast: false });
      word += text;
    }
  }
  const last = parts.at(-1);
  if (last) last.isLast = true;
  return parts;
};

const buildItems = (runs: readonly FacedRun[], style: ParagraphStyle, context: LayoutContext): ParagraphItems => {
  const paragraph: ParagraphItems = { items: [], glyphs: [], hyphens: [] };
  if (style.indent) pushItem(paragraph, { kind: 'box', width: (style.indent * 1000) / style.size });
  // A word that is wider than a line is divided so that its parts fit the shortest line.
  const shortest = style.measure - Math.max(style.indent ?? 0, style.firstLines?.shift ?? 0);
  const lineWidth = (shortest * 1000) / style.size;
  for (const { text, run, before, isLast } of listWordParts(runs)) {
    if (before !== undefined) pushSpace(paragraph, style, !belongTogether(before, text));
    const { face, smallCaps = false } = run;
    // The last word is never hyphenated, because half a word alone on the last line looks like a mistake.
    const hyphens = style.hyphens === true && !smallCaps && !isLast;
    pushWord(paragraph, text, { face, lineWidth, tracking: style.tracking ?? 0, hyphens, smallCaps }, context);
  }
  for (const item of finishItems(style.align === 'justify' ? fillingStretch : raggedStretch)) pushItem(paragraph, item);
  return paragraph;
};

/** By how much a space becomes wider (positive) or narrower (negative) at a line's ratio. */
const adjustmentOf = (glue: Extract<Item, { kind: 'glue' }>, ratio: number): number => {
  if (ratio < 0) return glue.shrink * Math.max(ratio, -1);
  return glue.stretch * (Number.isFinite(ratio) ? ratio : 0);
};

const shiftOf = (align: ParagraphStyle['align'], freeWidth: Points): Points => {
  if (align === 'center') return freeWidth / 2;
  return align === 'right' ? freeWidth : 0;
};

/** Moves words to the right. */
export const shiftWords = (words: readonly PositionedWord[], shift: Points): readonly PositionedWord[] =>
  shift === 0 ? words : words.map((word) => ({ x: word.x + shift, pieces: word.pieces }));

/** In a paragraph of two lines, a short second one is often the only way to set it. */
const maxShortLines = 2;

/** Whether the last line of a justified paragraph is shorter than `minLastLine`. */
const isRunt = ({ words, width }: Pick<TextLine, 'words' | 'width'>, indent: Points): boolean => {
  const characters = words.reduce((sum, { pieces }) => pieces.reduce((count, glyphs) => count + glyphs.length, sum), 0);
  return characters < minLastLine.characters || width < minLastLine.indents * indent - 1e-6;
};

interface LineWord {
  x: Points;
  pieces: (readonly Glyph[])[];
}

/** The words between two items and their width together. */
const positionWords = (
  { items, glyphs }: ParagraphItems,
  from: number,
  { at: end, ratio }: Break,
  unit: Points,
): { words: LineWord[]; width: Points } => {
  const words: LineWord[] = [];
  let x = 0;
  let open: LineWord | undefined;
  for (let at = from; at < end; at += 1) {
    const item = items[at] as Item;
    const piece = glyphs[at] ?? [];
    if (item.kind === 'box') {
      if (piece.length > 0) {
        if (!open) words.push((open = { x, pieces: [] }));
        open.pieces.push(piece);
      }
      x += item.width * unit;
    } else if (item.kind === 'glue') {
      if (item.stretch < fillingStretch) x += (item.width + adjustmentOf(item, ratio)) * unit;
      open = undefined;
    }
  }
  return { words, width: x };
};

/** The space before line `index` of a paragraph with an initial. */
const initialShift = ({ firstLines }: ParagraphStyle, index: number): Points =>
  firstLines && index < firstLines.count ? firstLines.shift : 0;

/** Computes the positions of the words of line `index`. */
const layOutLine = (
  paragraph: ParagraphItems,
  from: number,
  end: Break,
  style: ParagraphStyle,
  index: number,
): TextLine => {
  const unit = style.size / 1000;
  const ratio = style.align === 'justify' ? end.ratio : 0;
  const { words, width: wordsWidth } = positionWords(paragraph, from, { at: end.at, ratio }, unit);
  const last = paragraph.items[end.at];
  const endsAtPenalty = last?.kind === 'penalty';
  const hyphen = paragraph.hyphens[end.at];
  if (hyphen) words.at(-1)?.pieces.push(hyphen);
  const hyphenWidth = hyphen && endsAtPenalty ? last.width * unit : 0;
  const width = wordsWidth + hyphenWidth - (style.tracking ?? 0) * unit;
  return {
    words: shiftWords(words, initialShift(style, index) + shiftOf(style.align, style.measure - width)),
    size: style.size,
    width,
    endsInsideWord: endsAtPenalty && paragraph.items[end.at - 1]?.kind === 'box',
    endsWithHyphen: hyphen !== undefined,
  };
};

const shapeOf = (style: ParagraphStyle, { geometry }: LayoutContext): LineShape => {
  const toWidth = (points: Points): number => (points * 1000) / style.size;
  const { count, shift } = style.firstLines ?? { count: 0, shift: 0 };
  return {
    measures: [...Array<number>(count).fill(toWidth(style.measure - shift)), toWidth(style.measure)],
    ...(style.align === 'justify' && {
      minLast: { width: toWidth(minLastLine.indents * geometry.indent), characters: minLastLine.characters },
    }),
  };
};

/** A paragraph in lines. */
export interface BrokenParagraph {
  lines: TextLine[];
  /** The same paragraph in another number of lines; undefined when they would be too loose or too tight. */
  withLines: (count: number) => TextLine[] | undefined;
}

/** Breaks one paragraph into lines that are not wider than the measure. An empty text has no lines. */
export const breakParagraph = (
  runs: readonly FacedRun[],
  style: ParagraphStyle,
  context: LayoutContext,
): BrokenParagraph => {
  const paragraph = buildItems(runs, style, context);
  if (!paragraph.glyphs.some((glyphs) => glyphs.length > 0)) return { lines: [], withLines: () => undefined };
  const shape = shapeOf(style, context);
  const layOutLines = (breaks: readonly Break[]): TextLine[] => {
    let from = lineStart(paragraph.items, 0);
    const lines = breaks.map((end, index) => {
      const line = layOutLine(paragraph, from, end, style, index);
      from = lineStart(paragraph.items, end.at + 1);
      return line;
    });
    const last = lines.at(-1);
    if (last && lines.length > maxShortLines && style.align === 'justify' && isRunt(last, context.geometry.indent))
      last.isRunt = true;
    return lines;
  };
  return {
    lines: layOutLines(breakLines(paragraph.items, shape)),
    withLines: (lines) => {
      const breaks = lines < 1 ? undefined : breakIntoLines(paragraph.items, { ...shape, lines });
      return breaks && layOutLines(breaks);
    },
  };
};

/** The lines of one paragraph. */
export const layOutParagraph = (runs: readonly FacedRun[], style: ParagraphStyle, context: LayoutContext): TextLine[] =>
  breakParagraph(runs, style, context).lines;
