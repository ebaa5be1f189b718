import { type Break, breakLines, finishItems, type Item, lineStart } from './break-lines.ts';
import type { FaceName } from './fonts.ts';
import type { Hyphenator } from './hyphenate.ts';
import type { InlineRun } from './inline.ts';
import type { Points, SetLine, SetWord } from './page.ts';
import type { Glyph, Shaper } from './shape.ts';

/** What setting type needs besides the text. `note` hears of characters that no font can show. */
export interface Setting {
  shaper: Shaper;
  hyphenate: Hyphenator;
  note: (missing: readonly string[]) => void;
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
/** Lines that are not justified give way at their ends instead of between words. */
const RAGGED_STRETCH = 3000;
const BREAK_AFTER = /[-–—/‐]/;

interface Paper {
  items: Item[];
  glyphs: (readonly Glyph[])[];
  hyphens: (Glyph | undefined)[];
}

const push = (paper: Paper, item: Item, glyphs: readonly Glyph[] = [], hyphen?: Glyph): void => {
  paper.items.push(item);
  paper.glyphs.push(glyphs);
  paper.hyphens.push(hyphen);
};

const track = (glyphs: readonly Glyph[], tracking: number): readonly Glyph[] =>
  tracking === 0 ? glyphs : glyphs.map((glyph) => ({ ...glyph, advance: glyph.advance + tracking }));

const widthOf = (glyphs: readonly Glyph[]): number => {
  let width = 0;
  for (const glyph of glyphs) width += glyph.advance;
  return width;
};

/** Adds a part of a word in one face, with the places where it may be divided. Widths are in thousandths of an em. */
const pushWord = (
  paper: Paper,
  setting: Setting,
  face: FaceName,
  text: string,
  style: ParagraphStyle,
  isLast: boolean,
): void => {
  const shaped = setting.shaper.shape(face, text);
  if (shaped.missing.length > 0) setting.note(shaped.missing);
  const glyphs = track(shaped.glyphs, style.tracking ?? 0);
  const room = (style.measure * 1000) / style.size;
  const soft = style.hyphens === true && !isLast && shaped.width < room ? new Set(setting.hyphenate(text)) : undefined;
  const plain = (!soft || soft.size === 0) && !BREAK_AFTER.test(text) && shaped.width < room;
  if (plain) return push(paper, { kind: 'box', width: widthOf(glyphs) }, glyphs);
  let [from, offset, width] = [0, 0, 0];
  const cut = (to: number, penalty: Item, hyphen?: Glyph): void => {
    push(paper, { kind: 'box', width }, glyphs.slice(from, to));
    push(paper, penalty, [], hyphen);
    [from, width] = [to, 0];
  };
  for (const [index, glyph] of glyphs.entries()) {
    if (width > 0 && width + glyph.advance > room) cut(index, { kind: 'penalty', width: 0, cost: 0, flagged: false });
    width += glyph.advance;
    offset += glyph.text.length;
    if (index === glyphs.length - 1) break;
    if (soft?.has(offset)) {
      const hyphen = setting.shaper.shape(face, '-').glyphs[0];
      if (hyphen)
        cut(
          index + 1,
          { kind: 'penalty', width: hyphen.advance, cost: HYPHEN_COST, flagged: true },
          { ...hyphen, text: '\u00ad' },
        );
    } else if (BREAK_AFTER.test(glyph.text) && !BREAK_AFTER.test(glyphs[index + 1]?.text ?? '') && index > 0) {
      cut(index + 1, { kind: 'penalty', width: 0, cost: DASH_COST, flagged: glyph.text === '-' });
    }
  }
  push(paper, { kind: 'box', width }, glyphs.slice(from));
};

const pushSpace = (paper: Paper, style: ParagraphStyle): void => {
  if (style.align === 'justify') return push(paper, { kind: 'glue', width: SPACE, stretch: STRETCH, shrink: SHRINK });
  push(paper, { kind: 'glue', width: 0, stretch: RAGGED_STRETCH, shrink: 0 });
  push(paper, { kind: 'penalty', width: 0, cost: 0, flagged: false });
  push(paper, { kind: 'glue', width: SPACE, stretch: -RAGGED_STRETCH, shrink: 0 });
};

const fillPaper = (runs: readonly InlineRun[], style: ParagraphStyle, setting: Setting): Paper => {
  const paper: Paper = { items: [], glyphs: [], hyphens: [] };
  if (style.indent) push(paper, { kind: 'box', width: (style.indent * 1000) / style.size });
  let gap = false;
  let started = false;
  for (const [index, { face, text }] of runs.entries()) {
    const parts = (index === runs.length - 1 ? text.trimEnd() : text).split(/([ \t\n]+)/);
    for (const [at, part] of parts.entries()) {
      if (part === '') continue;
      if (/^[ \t\n]/.test(part)) {
        gap = started;
        continue;
      }
      if (gap) pushSpace(paper, style);
      gap = false;
      started = true;
      // The last word stays whole: a scrap of it alone on the last line looks like a mistake.
      pushWord(paper, setting, face, part, style, index === runs.length - 1 && at === parts.length - 1);
    }
  }
  for (const item of finishItems(style.align === 'justify' ? 1e6 : RAGGED_STRETCH)) push(paper, item);
  return paper;
};

/** Puts the words of one line in their places. */
const setLine = (paper: Paper, from: number, end: Break, style: ParagraphStyle): SetLine => {
  const unit = style.size / 1000;
  const words: { x: Points; glyphs: Glyph[] }[] = [];
  let x = 0;
  let open: { x: Points; glyphs: Glyph[] } | undefined;
  for (let at = from; at < end.at; at += 1) {
    const item = paper.items[at];
    const glyphs = paper.glyphs[at] ?? [];
    if (item?.kind === 'box') {
      if (glyphs.length > 0) {
        if (!open) words.push((open = { x, glyphs: [] }));
        for (const glyph of glyphs) open.glyphs.push(glyph);
      }
      x += item.width * unit;
    } else if (item?.kind === 'glue') {
      const give =
        style.align !== 'justify'
          ? 0
          : end.ratio < 0
            ? item.shrink * Math.max(end.ratio, -1)
            : item.stretch * (Number.isFinite(end.ratio) ? end.ratio : 0);
      if (item.stretch < 1e6) x += (item.width + give) * unit;
      open = undefined;
    }
  }
  const hyphen = paper.hyphens[end.at];
  if (hyphen && open) {
    open.glyphs.push(hyphen);
    x += hyphen.advance * unit;
  }
  const trailing = (style.tracking ?? 0) * unit;
  const room = style.measure - (x - trailing);
  const shift = style.align === 'center' ? room / 2 : style.align === 'right' ? room : 0;
  const placed: SetWord[] = shift === 0 ? words : words.map((word) => ({ x: word.x + shift, glyphs: word.glyphs }));
  return { words: placed, size: style.size, width: x - trailing };
};

/** Sets one paragraph: as many lines as it takes, none wider than the measure. Empty text gives no line. */
export const setParagraph = (runs: readonly InlineRun[], style: ParagraphStyle, setting: Setting): SetLine[] => {
  const paper = fillPaper(runs, style, setting);
  if (!paper.glyphs.some((glyphs) => glyphs.length > 0)) return [];
  let from = lineStart(paper.items, 0);
  return breakLines(paper.items, (style.measure * 1000) / style.size).map((end) => {
    const line = setLine(paper, from, end, style);
    from = lineStart(paper.items, end.at + 1);
    return line;
  });
};
