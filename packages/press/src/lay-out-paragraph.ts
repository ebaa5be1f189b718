import { type Break, breakLines, finishItems, type Item, lineStart } from './break-lines.ts';
import type { FaceName } from './fonts.ts';
import type { Hyphenator } from './hyphenate.ts';
import type { FacedRun } from './styled-text.ts';
import type { Points, PositionedWord, TextLine } from './page.ts';
import type { Glyph, Shaper } from './shape.ts';

/** What every layout function needs besides the text. */
export interface LayoutContext {
  shaper: Shaper;
  hyphenate: Hyphenator;
  /** Receives the characters that no font has. */
  onMissing: (missing: readonly string[]) => void;
}

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
const SPACE = 228;
const STRETCH = 122;
const SHRINK = 64;
const HYPHEN_COST = 60;
const DASH_COST = 35;
/** Stretch at the end of a line that is not justified, so that its word spaces keep their width. */
const RAGGED_STRETCH = 3000;
const BREAK_AFTER = /[-–—/‐]/;

/** The items of a paragraph. `glyphs[n]` are the glyphs of item `n`; `hyphens[n]` is printed if a line ends there. */
interface ParagraphItems {
  items: Item[];
  glyphs: (readonly Glyph[])[];
  hyphens: (Glyph | undefined)[];
}

const push = (paragraph: ParagraphItems, item: Item, glyphs: readonly Glyph[] = [], hyphen?: Glyph): void => {
  paragraph.items.push(item);
  paragraph.glyphs.push(glyphs);
  paragraph.hyphens.push(hyphen);
};

const addTracking = (glyphs: readonly Glyph[], tracking: number): readonly Glyph[] =>
  tracking === 0 ? glyphs : glyphs.map((glyph) => ({ ...glyph, advance: glyph.advance + tracking }));

const widthOf = (glyphs: readonly Glyph[]): number => {
  let width = 0;
  for (const glyph of glyphs) width += glyph.advance;
  return width;
};

/** Adds a word, or its part in one face, with its possible breaks. Widths are in thousandths of an em. */
const pushWord = (
  paragraph: ParagraphItems,
  context: LayoutContext,
  face: FaceName,
  text: string,
  style: ParagraphStyle,
  isLast: boolean,
): void => {
  const shaped = context.shaper.shape(face, text);
  if (shaped.missing.length > 0) context.onMissing(shaped.missing);
  const glyphs = addTracking(shaped.glyphs, style.tracking ?? 0);
  const lineWidth = (style.measure * 1000) / style.size;
  const hyphenation =
    style.hyphens === true && !isLast && shaped.width < lineWidth ? new Set(context.hyphenate(text)) : undefined;
  const isUnbreakable = !hyphenation?.size && !BREAK_AFTER.test(text) && shaped.width < lineWidth;
  if (isUnbreakable) return push(paragraph, { kind: 'box', width: widthOf(glyphs) }, glyphs);
  pushDivided(paragraph, context, { face, glyphs, lineWidth, hyphenation });
};

interface DividedWord {
  face: FaceName;
  glyphs: readonly Glyph[];
  /** The width of a line. */
  lineWidth: number;
  /** Offsets where the word may be hyphenated. */
  hyphenation: ReadonlySet<number> | undefined;
}

const endsWithDash = (glyph: Glyph, next: Glyph | undefined): boolean =>
  BREAK_AFTER.test(glyph.text) && !BREAK_AFTER.test(next?.text ?? '');

/** Adds a word that may be divided: at hyphenation points, after dashes, and wherever a line is full. */
const pushDivided = (
  paragraph: ParagraphItems,
  context: LayoutContext,
  { face, glyphs, lineWidth, hyphenation }: DividedWord,
): void => {
  let [from, offset, width] = [0, 0, 0];
  const splitAt = (to: number, penalty: Item, hyphen?: Glyph): void => {
    push(paragraph, { kind: 'box', width }, glyphs.slice(from, to));
    push(paragraph, penalty, [], hyphen);
    [from, width] = [to, 0];
  };
  for (const [index, glyph] of glyphs.entries()) {
    if (width > 0 && width + glyph.advance > lineWidth)
      splitAt(index, { kind: 'penalty', width: 0, cost: 0, flagged: false });
    width += glyph.advance;
    offset += glyph.text.length;
    if (index === glyphs.length - 1) break;
    if (hyphenation?.has(offset)) {
      const hyphen = context.shaper.shape(face, '-').glyphs[0];
      if (hyphen)
        splitAt(
          index + 1,
          { kind: 'penalty', width: hyphen.advance, cost: HYPHEN_COST, flagged: true },
          { ...hyphen, text: '\u00ad' },
        );
    } else if (index > 0 && endsWithDash(glyph, glyphs[index + 1])) {
      splitAt(index + 1, { kind: 'penalty', width: 0, cost: DASH_COST, flagged: glyph.text === '-' });
    }
  }
  push(paragraph, { kind: 'box', width }, glyphs.slice(from));
};

const pushSpace = (paragraph: ParagraphItems, style: ParagraphStyle): void => {
  if (style.align === 'justify')
    return push(paragraph, { kind: 'glue', width: SPACE, stretch: STRETCH, shrink: SHRINK });
  push(paragraph, { kind: 'glue', width: 0, stretch: RAGGED_STRETCH, shrink: 0 });
  push(paragraph, { kind: 'penalty', width: 0, cost: 0, flagged: false });
  push(paragraph, { kind: 'glue', width: SPACE, stretch: -RAGGED_STRETCH, shrink: 0 });
};

const buildItems = (runs: readonly FacedRun[], style: ParagraphStyle, context: LayoutContext): ParagraphItems => {
  const paragraph: ParagraphItems = { items: [], glyphs: [], hyphens: [] };
  if (style.indent) push(paragraph, { kind: 'box', width: (style.indent * 1000) / style.size });
  let spacePending = false;
  let started = false;
  for (const [index, { face, text }] of runs.entries()) {
    const parts = (index === runs.length - 1 ? text.trimEnd() : text).split(/([ \t\n]+)/);
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
      pushWord(paragraph, context, face, part, style, index === runs.length - 1 && at === parts.length - 1);
    }
  }
  for (const item of finishItems(style.align === 'justify' ? 1e6 : RAGGED_STRETCH)) push(paragraph, item);
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

const shiftWords = (words: readonly PositionedWord[], shift: Points): readonly PositionedWord[] =>
  shift === 0 ? words : words.map((word) => ({ x: word.x + shift, glyphs: word.glyphs }));

/** Computes the positions of a line's words. */
const layOutLine = (paragraph: ParagraphItems, from: number, end: Break, style: ParagraphStyle): TextLine => {
  const unit = style.size / 1000;
  const words: { x: Points; glyphs: Glyph[] }[] = [];
  let x = 0;
  let open: { x: Points; glyphs: Glyph[] } | undefined;
  for (let at = from; at < end.at; at += 1) {
    const item = paragraph.items[at];
    const glyphs = paragraph.glyphs[at] ?? [];
    if (item?.kind === 'box') {
      if (glyphs.length > 0) {
        if (!open) words.push((open = { x, glyphs: [] }));
        for (const glyph of glyphs) open.glyphs.push(glyph);
      }
      x += item.width * unit;
    } else if (item?.kind === 'glue') {
      const adjustment = style.align === 'justify' ? adjustmentOf(item, end.ratio) : 0;
      if (item.stretch < 1e6) x += (item.width + adjustment) * unit;
      open = undefined;
    }
  }
  const hyphen = paragraph.hyphens[end.at];
  if (hyphen && open) {
    open.glyphs.push(hyphen);
    x += hyphen.advance * unit;
  }
  const trailing = (style.tracking ?? 0) * unit;
  const freeWidth = style.measure - (x - trailing);
  const placed = shiftWords(words, shiftOf(style.align, freeWidth));
  return { words: placed, size: style.size, width: x - trailing };
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
