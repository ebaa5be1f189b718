import { type Break, breakLines, finishItems, type Item, lineStart } from './break-lines.ts';
import type { FacedRun } from './styled-text.ts';
import type { Points, PositionedWord, TextLine } from './page.ts';
import type { Glyph } from './shape.ts';
import { type ParagraphItems, pushItem, pushWord, type WordContext, type WordStyle } from './word-items.ts';

/** What every layout function needs besides the text. */
export type LayoutContext = WordContext;

export interface ParagraphStyle {
  /** Font size. */
  size: Points;
  /** Width of the lines. */
  measure: Points;
  align: 'justify' | 'left' | 'center' | 'right';
  /** Space before the first line; default none. */
  indent?: Points;
  /** Whether words may be hyphenated; default false. */
  hyphens?: boolean;
  /** Extra space after each letter, in thousandths of an em. */
  tracking?: number;
}

/** Width of a word space, and by how much it may grow and shrink, in thousandths of an em. */
const SPACE = { kind: 'glue', width: 228, stretch: 122, shrink: 64 } as const satisfies Item;
/** Stretch at the end of a line that is not justified, so that its word spaces keep their width. */
const RAGGED_STRETCH = 3000;
/** Stretch at the end of a justified paragraph, which fills its last line. */
const FILLING_STRETCH = 1e6;

const pushSpace = (paragraph: ParagraphItems, style: ParagraphStyle): void => {
  if (style.align === 'justify') return pushItem(paragraph, SPACE);
  pushItem(paragraph, { kind: 'glue', width: 0, stretch: RAGGED_STRETCH, shrink: 0 });
  pushItem(paragraph, { kind: 'penalty', width: 0, cost: 0, flagged: false });
  pushItem(paragraph, { kind: 'glue', width: SPACE.width, stretch: -RAGGED_STRETCH, shrink: 0 });
};

const buildItems = (runs: readonly FacedRun[], style: ParagraphStyle, context: LayoutContext): ParagraphItems => {
  const paragraph: ParagraphItems = { items: [], glyphs: [], hyphens: [] };
  if (style.indent) pushItem(paragraph, { kind: 'box', width: (style.indent * 1000) / style.size });
  const lineWidth = (style.measure * 1000) / style.size;
  let spacePending = false;
  let started = false;
  for (const [index, { face, text }] of runs.entries()) {
    const word: WordStyle = { face, lineWidth, tracking: style.tracking ?? 0, hyphens: style.hyphens === true };
    const isLastRun = index === runs.length - 1;
    const parts = (isLastRun ? text.trimEnd() : text).split(/([ \t\n]+)/);
    for (const [at, part] of parts.entries()) {
      if (part === '') continue;
      if (/^[ \t\n]/.test(part)) {
        spacePending = started;
        continue;
      }
      if (spacePending) pushSpace(paragraph, style);
      spacePending = false;
      started = true;
      // The last word is never hyphenated, because half a word alone on the last line looks like a mistake.
      const isLast = isLastRun && at === parts.length - 1;
      pushWord(paragraph, part, isLast ? { ...word, hyphens: false } : word, context);
    }
  }
  for (const item of finishItems(style.align === 'justify' ? FILLING_STRETCH : RAGGED_STRETCH))
    pushItem(paragraph, item);
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
      if (item.stretch < FILLING_STRETCH) x += (item.width + adjustmentOf(item, ratio)) * unit;
      open = undefined;
    }
  }
  return { words, width: x };
};

/** Computes the positions of a line's words. */
const layOutLine = (paragraph: ParagraphItems, from: number, end: Break, style: ParagraphStyle): TextLine => {
  const unit = style.size / 1000;
  const ratio = style.align === 'justify' ? end.ratio : 0;
  const { words, width: wordsWidth } = positionWords(paragraph, from, { at: end.at, ratio }, unit);
  const last = paragraph.items[end.at];
  const hyphen = paragraph.hyphens[end.at];
  if (hyphen) words.at(-1)?.pieces.push(hyphen);
  const hyphenWidth = hyphen && last?.kind === 'penalty' ? last.width * unit : 0;
  const width = wordsWidth + hyphenWidth - (style.tracking ?? 0) * unit;
  return {
    words: shiftWords(words, shiftOf(style.align, style.measure - width)),
    size: style.size,
    width,
    endsInsideWord: last?.kind === 'penalty' && paragraph.items[end.at - 1]?.kind === 'box',
  };
};

/** Breaks one paragraph into lines that are not wider than the measure. An empty text has no lines. */
export const layOutParagraph = (
  runs: readonly FacedRun[],
  style: ParagraphStyle,
  context: LayoutContext,
): TextLine[] => {
  const paragraph = buildItems(runs, style, context);
  if (!paragraph.glyphs.some((glyphs) => glyphs.length > 0)) return [];
  let from = lineStart(paragraph.items, 0);
  return breakLines(paragraph.items, (style.measure * 1000) / style.size).map((end) => {
    const line = layOutLine(paragraph, from, end, style);
    from = lineStart(paragraph.items, end.at + 1);
    return line;
  });
};
