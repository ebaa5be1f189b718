import { type Break, breakLines, finishItems, type Item, lineStart } from './break-lines.ts';
import type { FaceName } from './fonts.ts';
import type { Hyphenator } from './hyphenate.ts';
import type { InlineRun } from './inline.ts';
import type { Points, SetLine, SetWord } from './page.ts';
import type { Glyph, Shaper } from './shape.ts';

/**
 * What typesetting needs besides the text: shaped words, hyphenation, and a listener for characters that no font has.
 */
export interface Setting {
  shaper: Shaper;
  hyphenate: Hyphenator;
  onMissing: (missing: readonly string[]) => void;
}

export interface ParagraphStyle {
  size: Points;
  measure: Points;
  align: 'justify' | 'left' | 'center' | 'right';
  indent?: Points;
  hyphens?: boolean;
  /** Extra space after each letter, in thousandths of an em. */
  tracking?: number;
}

const SPACE = 228;
const STRETCH = 122;
const SHRINK = 64;
const HYPHEN_COST = 60;
const DASH_COST = 35;
/** Stretch at the line end for text that is not justified: its word spaces stay fixed. */
const RAGGED_STRETCH = 3000;
const BREAK_AFTER = /[-–—/‐]/;

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

/**
 * Adds a word, or its part in one face, with the places where it may be divided. Widths are in thousandths of an em.
 */
const pushWord = (
  paragraph: ParagraphItems,
  setting: Setting,
  face: FaceName,
  text: string,
  style: ParagraphStyle,
  isLast: boolean,
): void => {
  const shaped = setting.shaper.shape(face, text);
  if (shaped.missing.length > 0) setting.onMissing(shaped.missing);
  const glyphs = addTracking(shaped.glyphs, style.tracking ?? 0);
  const lineWidth = (style.measure * 1000) / style.size;
  const soft =
    style.hyphens === true && !isLast && shaped.width < lineWidth ? new Set(setting.hyphenate(text)) : undefined;
  const isUnbreakable = (!soft || soft.size === 0) && !BREAK_AFTER.test(text) && shaped.width < lineWidth;
  if (isUnbreakable) return push(paragraph, { kind: 'box', width: widthOf(glyphs) }, glyphs);
  pushDivided(paragraph, setting, { face, glyphs, lineWidth, hyphenation: soft });
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

/** Adds a word that may be divided: at hyphenation points, after dashes, and wherever it is wider than a line. */
const pushDivided = (
  paragraph: ParagraphItems,
  setting: Setting,
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
      const hyphen = setting.shaper.shape(face, '-').glyphs[0];
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

const buildItems = (runs: readonly InlineRun[], style: ParagraphStyle, setting: Setting): ParagraphItems => {
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
      // The last word is never hyphenated: its end alone on the last line looks like a mistake.
      pushWord(paragraph, setting, face, part, style, index === runs.length - 1 && at === parts.length - 1);
    }
  }
  for (const item of finishItems(style.align === 'justify' ? 1e6 : RAGGED_STRETCH)) push(paragraph, item);
  return paragraph;
};

/** How much a line's ratio widens (positive) or narrows (negative) a space. */
const adjustmentOf = (glue: Extract<Item, { kind: 'glue' }>, ratio: number): number => {
  if (ratio < 0) return glue.shrink * Math.max(ratio, -1);
  return glue.stretch * (Number.isFinite(ratio) ? ratio : 0);
};

const shiftOf = (align: ParagraphStyle['align'], freeWidth: Points): Points => {
  if (align === 'center') return freeWidth / 2;
  return align === 'right' ? freeWidth : 0;
};

const shiftWords = (words: readonly SetWord[], shift: Points): readonly SetWord[] =>
  shift === 0 ? words : words.map((word) => ({ x: word.x + shift, glyphs: word.glyphs }));

/** Computes the positions of a line's words. */
const setLine = (paragraph: ParagraphItems, from: number, end: Break, style: ParagraphStyle): SetLine => {
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

/** Sets one paragraph in lines no wider than the measure. An empty text has no line. */
export const setParagraph = (runs: readonly InlineRun[], style: ParagraphStyle, setting: Setting): SetLine[] => {
  const paragraph = buildItems(runs, style, setting);
  if (!paragraph.glyphs.some((glyphs) => glyphs.length > 0)) return [];
  let from = lineStart(paragraph.items, 0);
  return breakLines(paragraph.items, (style.measure * 1000) / style.size).map((end) => {
    const line = setLine(paragraph, from, end, style);
    from = lineStart(paragraph.items, end.at + 1);
    return line;
  });
};
